package io.querent.benchmarks.growth;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A page of documentation with places for figures: {@code <!-- figures NAME -->}, what was told last, {@code <!-- end -->}. So that
 * figures can be taken again and nobody has to copy them.
 */
public final class Page {
    private static final String END = "<!-- end -->";

    private final Path file;

    /** A page that exists. */
    public Page(Path file) {
        this.file = file;
    }

    /** Where its pictures are: in a folder beside it that has its name. */
    Path pictures() throws IOException {
        String name = file.getFileName().toString();
        return Files.createDirectories(file.toAbsolutePath().resolveSibling(name.substring(0, name.lastIndexOf('.'))));
    }

    /** @throws IllegalStateException when the page has no place of that name */
    public void put(String place, String text) throws IOException {
        String page = Files.readString(file);
        String begin = "<!-- figures " + place + " -->";
        int from = page.indexOf(begin);
        int until = page.indexOf(END, from);
        if (from < 0 || until < 0) {
            throw new IllegalStateException(file + " has no place for figures: " + begin + " " + END);
        }
        Files.writeString(file, page.substring(0, from) + begin + "\n" + text + page.substring(until));
    }
}

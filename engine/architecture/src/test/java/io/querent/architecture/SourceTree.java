package io.querent.architecture;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The repository on disk: its modules as the root POM lists them, so that a new module is under the rules from its first day. */
final class SourceTree {

    static final Path ROOT = root();

    private static final Pattern MODULE = Pattern.compile("<module>([^<]+)</module>");

    private SourceTree() {}

    static List<Path> modules() {
        return MODULE.matcher(read(ROOT.resolve("pom.xml")))
                .results()
                .map((MatchResult found) -> ROOT.resolve(found.group(1)))
                .toList();
    }

    /** Modules that have main classes: all but the one that holds these rules. */
    static List<Path> modulesUnderRules() {
        return modules().stream()
                .filter(module -> !module.endsWith("architecture"))
                .toList();
    }

    /** Files below a folder; none if there is no such folder. */
    static List<Path> filesUnder(Path folder) {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path root() {
        for (Path folder = Path.of("").toAbsolutePath(); folder != null; folder = folder.getParent()) {
            if (Files.isDirectory(folder.resolve("saga-dsl"))) {
                return folder;
            }
        }
        throw new IllegalStateException(
                "No folder above the working directory holds saga-dsl/; run from the repository");
    }
}

package io.querent.testkit.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the page on testing shows is code that runs: every example stands in a test of this package. */
class TestingPageTest {
    private static final Pattern EXAMPLE = Pattern.compile("(?s)```java\n(.*?)```");

    @Test
    void everyExampleIsPartOfATest() throws IOException {
        List<String> examples = EXAMPLE.matcher(Files.readString(Path.of("../../docs/testing.md")))
                .results()
                .map((MatchResult found) -> squeezed(found.group(1)))
                .toList();
        assertThat(examples).isNotEmpty();
        String tests = sources();
        assertThat(examples).allSatisfy(example -> assertThat(tests).contains(example));
    }

    private static String sources() throws IOException {
        StringBuilder all = new StringBuilder();
        try (Stream<Path> files = Files.list(Path.of("src/test/java/io/querent/testkit/examples"))) {
            for (Path file : files.sorted().toList()) {
                all.append(squeezed(Files.readString(file))).append(' ');
            }
        }
        return all.toString();
    }

    private static String squeezed(String code) {
        return code.strip().replaceAll("\\s+", " ");
    }
}

package io.querent.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the documentation promises about the code, and about itself. */
class DocumentationTest {
    private static final Pattern THROWN = Pattern.compile("[\"'](QRT-\\d{4})");
    private static final Pattern LISTED = Pattern.compile("(?m)^\\| (QRT-\\d{4}) \\|");
    private static final Pattern EXAMPLE = Pattern.compile("(?s)```java\n(.*?)```");
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)#:\\s]+)(#[^)]*)?\\)");

    @Test
    void everyErrorCodeIsExplainedAndEveryExplainedCodeExists() {
        Set<String> thrown = SourceTree.modules().stream()
                .flatMap(module -> SourceTree.filesUnder(module.resolve("src/main")).stream())
                .filter(file ->
                        file.toString().endsWith(".java") || file.toString().endsWith(".sql"))
                .flatMap(file -> THROWN.matcher(SourceTree.read(file)).results())
                .map(found -> found.group(1))
                .collect(Collectors.toCollection(TreeSet::new));

        List<String> listed = LISTED.matcher(SourceTree.read(docs().resolve("errors.md")))
                .results()
                .map(found -> found.group(1))
                .toList();

        assertThat(listed)
                .as("codes in docs/errors.md: each once, in order")
                .isSorted()
                .doesNotHaveDuplicates();
        assertThat(thrown)
                .as("codes that the sources throw: explain each in docs/errors.md")
                .containsExactlyElementsOf(listed);
    }

    @Test
    void everyLinkLeadsSomewhere() {
        assertThat(pages().flatMap(DocumentationTest::brokenLinks))
                .as("links to files that do not exist")
                .isEmpty();
    }

    @Test
    void everyJavaExampleStandsInCodeThatIsCompiled() {
        String sources = SourceTree.modules().stream()
                .flatMap(module -> SourceTree.filesUnder(module.resolve("src")).stream())
                .filter(file -> file.toString().endsWith(".java"))
                .map(file -> withoutSpace(SourceTree.read(file)))
                .collect(Collectors.joining());
        assertThat(pages().flatMap(
                                page -> EXAMPLE.matcher(SourceTree.read(page)).results())
                        .map((MatchResult example) -> example.group(1))
                        .filter(example -> !sources.contains(withoutSpace(example))))
                .as("examples that no source holds, white space aside: take them from a test, so that they are true")
                .isEmpty();
    }

    private static String withoutSpace(String code) {
        return code.replaceAll("\\s+", "");
    }

    private static Stream<Path> pages() {
        return Stream.concat(
                Stream.of(SourceTree.ROOT.resolve("README.md")),
                SourceTree.filesUnder(docs()).stream()
                        .filter(file -> file.toString().endsWith(".md")));
    }

    private static Stream<String> brokenLinks(Path page) {
        return LINK.matcher(SourceTree.read(page))
                .results()
                .map((MatchResult link) -> link.group(1))
                .filter(link -> !Files.exists(page.resolveSibling(link)))
                .map(link -> page.getFileName() + " -> " + link);
    }

    private static Path docs() {
        return SourceTree.ROOT.resolve("docs");
    }
}

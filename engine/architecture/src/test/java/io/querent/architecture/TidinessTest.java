package io.querent.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What class files do not show: the text of the sources. */
class TidinessTest {

    /** Three X are no mark here: they are the code of no currency, which tests have to refuse. */
    private static final Pattern LEFT_OVER = Pattern.compile("\\b(TO" + "DO|FIX" + "ME|HA" + "CK)\\b");

    private static final Set<String> HOMES_OF_SQL = Set.of(
            "engine/outbox",
            "engine/postgres",
            "engine/receiver",
            "engine/testkit",
            "engine/spring-boot",
            "engine/benchmarks",
            "examples/payment",
            "examples/settlement");

    /** A comment, a text block (group 1), a string (group 2) or a character: whichever begins first wins. */
    private static final Pattern COMMENT_OR_LITERAL = Pattern.compile(
            "//[^\\n]*+|(?s:/\\*.*?\\*/)|\"\"\"(?s:(.*?))\"\"\"|\"((?:\\\\.|[^\"\\\\\\n])*+)\"|'(?:\\\\.|[^'\\\\])+'");

    private static final Pattern SQL_STATEMENT = Pattern.compile(
            "\\s*\\(?\\s*(select\\s.+\\sfrom\\s|insert\\s+into\\s|update\\s+\\S+\\s+set\\s|delete\\s+from\\s|with\\s+\\S+\\s+as\\s*\\("
                    + "|(create|alter|drop)\\s+(table|schema|index|unique|type|function|sequence)\\s|truncate\\s+\\S).*",
            Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

    @Test
    void everyModuleIsUnderTheRules() {
        assertThat(SourceTree.modulesUnderRules())
                .as("modules with compiled classes; run the build from the root, else the rules pass on nothing")
                .isNotEmpty()
                .allMatch(module -> SourceTree.filesUnder(module.resolve("target/classes")).stream()
                        .anyMatch(file -> file.toString().endsWith(".class")));
    }

    @Test
    void nothingIsLeftForLater() {
        assertThat(sources()
                        .filter(file -> LEFT_OVER.matcher(SourceTree.read(file)).find()))
                .as("sources with a note to self: do it now, or write an issue and delete the note")
                .isEmpty();
    }

    @Test
    void sqlStaysWhereItsRowCountsAreHandled() {
        assertThat(SourceTree.modules().stream()
                        .filter(module -> !HOMES_OF_SQL.contains(nameOf(module)))
                        .flatMap(module -> SourceTree.filesUnder(module.resolve("src/main")).stream())
                        .filter(TidinessTest::holdsSql))
                .as(
                        "SQL outside %s: add a method to the storage port and put the statement into querent-postgres",
                        HOMES_OF_SQL)
                .isEmpty();
    }

    private static Stream<Path> sources() {
        return SourceTree.modules().stream()
                .flatMap(module -> Stream.concat(
                        Stream.of(module.resolve("pom.xml")), SourceTree.filesUnder(module.resolve("src")).stream()))
                .filter(Files::exists)
                .filter(file -> isText(file.toString()));
    }

    private static boolean isText(String name) {
        return Stream.of(
                        ".java",
                        ".sql",
                        ".xml",
                        ".yaml",
                        ".yml",
                        ".properties",
                        ".imports",
                        ".html",
                        ".css",
                        ".js",
                        ".md")
                .anyMatch(name::endsWith);
    }

    private static boolean holdsSql(Path file) {
        String name = file.toString();
        return name.endsWith(".sql")
                || (name.endsWith(".java") && literals(file).anyMatch(SQL_STATEMENT.asMatchPredicate()));
    }

    private static Stream<String> literals(Path file) {
        return COMMENT_OR_LITERAL
                .matcher(SourceTree.read(file))
                .results()
                .flatMap(
                        (MatchResult found) -> Stream.of(1, 2).map(found::group).filter(Objects::nonNull));
    }

    private static String nameOf(Path module) {
        return SourceTree.ROOT.relativize(module).toString().replace('\\', '/');
    }
}

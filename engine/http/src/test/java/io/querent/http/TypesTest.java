package io.querent.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A step takes the results of its own type and no others, or does not compile. */
class TypesTest {
    @TempDir
    private Path classes;

    @Test
    void theRightTypesCompileWithoutBeingNamed() {
        assertThat(errorsIn(".call(bank.post(\"/t\", Transfer.class)).query(bank.get(\"/t/{key}\", Transfer.class))"))
                .isEmpty();
        assertThat(errorsIn(".call(bank.post(\"/t\", Page.class, page -> Outcome.succeeded(page.only())))"
                        + ".query(bank.get(\"/t?k={key}\", Page.class, page -> QueryResult.found(page.only())))"))
                .isEmpty();
        assertThat(
                        errorsIn(
                                ".call(bank.at(\"/{a}\", Request.class).variable(\"a\", Request::account).post(Transfer.class))"))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                ".call(bank.post(\"/t\", Page.class))",
                ".query(bank.get(\"/t/{key}\", Page.class))",
                ".call(bank.post(\"/t\", Page.class, page -> Outcome.succeeded(page)))",
                ".query(bank.get(\"/t/{key}\", Page.class, page -> QueryResult.found(page)))",
                ".call(bank.get(\"/t/{key}\", Transfer.class))",
                ".query(bank.post(\"/t\", Transfer.class))",
                ".call(bank.at(\"/t\", Page.class).post(Transfer.class))",
                ".call(bank.at(\"/{a}\", Request.class).variable(\"a\", Page::only).post(Transfer.class))"
            })
    void otherTypesDoNot(String step) {
        assertThat(errorsIn(step)).isNotEmpty();
    }

    private List<String> errorsIn(String step) {
        String source = """
                import io.querent.http.HttpDownstream;
                import io.querent.saga.*;
                class Steps {
                    record Request(String account) {}
                    record Transfer(String id) {}
                    record Page(Transfer only) {}
                    void describe(OperationBuilder<Object, Request, Transfer> step, HttpDownstream bank) {
                        step%s;
                    }
                }
                """.formatted(step);
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
        String path = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        compiler.getTask(
                        null,
                        null,
                        found,
                        List.of("-proc:none", "-d", classes.toString(), "-cp", path),
                        null,
                        List.of(new Source(source)))
                .call();
        return found.getDiagnostics().stream()
                .filter(each -> each.getKind() == javax.tools.Diagnostic.Kind.ERROR)
                .map(each -> each.getMessage(null))
                .toList();
    }

    private static final class Source extends SimpleJavaFileObject {
        private final String text;

        Source(String text) {
            super(URI.create("string:///Steps.java"), Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }
}

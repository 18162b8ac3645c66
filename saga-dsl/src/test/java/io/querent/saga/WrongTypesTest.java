package io.querent.saga;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringWriter;
import java.net.URI;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What does not fit together does not compile. */
class WrongTypesTest {
    private static final String FRAME = """
            package wrong;
            import io.querent.saga.*;
            import java.time.Duration;
            import java.util.List;
            class Wrong {
                record Order(String number, long amount) {}
                record Receipt(String id) {}
                static final StepHandle<Receipt> PAY = StepHandle.of("pay", Receipt.class);
                static final ItemsHandle<Receipt> PAYOUTS = ItemsHandle.of("payouts", Receipt.class);
                static final Downstream BANK = Downstream.named("bank").ignoresOperationKey().visibleWithin(Duration.ofMinutes(1)).build();
                static Outcome<Receipt> pay(Call call, Long amount) { return Outcome.succeeded(new Receipt("r")); }
                static Outcome<String> text(Call call, Long amount) { return Outcome.succeeded("r"); }
                static QueryResult<Receipt> find(Call call, Long amount) { return QueryResult.notFound(); }
                Object saga() {
                    return Saga.define("pay", Order.class).businessKey(Order::number)%s;
                }
            }
            """;

    private static final String STEP =
            ".step(PAY, step -> step.downstream(BANK).request(Long.class, saga -> saga.input()"
                    + ".amount()).call(Wrong::pay).query(Wrong::find).matches((amount, found) -> true))";

    @Test
    void theFrameItselfCompiles() {
        assertThat(compile(STEP)).isEmpty();
    }

    static Stream<Arguments> mistakes() {
        return Stream.of(
                Arguments.of("business key of a wrong type", ".businessKey(Order::amount)", "long"),
                Arguments.of(
                        "request of a wrong type",
                        STEP.replace(
                                "request(Long.class, saga -> saga.input().amount())",
                                "request(Long.class, saga -> saga.input().number())"),
                        "String"),
                Arguments.of("action with a wrong result", STEP.replace("Wrong::pay", "Wrong::text"), "Receipt"),
                Arguments.of(
                        "action that takes another request",
                        STEP.replace("Long.class, saga -> saga.input().amount()", "String.class, saga -> \"x\""),
                        "String"),
                Arguments.of(
                        "match of a wrong type",
                        STEP.replace("(amount, found) -> true", "(amount, found) -> found.length() > 0"),
                        "length"),
                Arguments.of(
                        "compensation that takes the result for something else",
                        STEP.replace(
                                ".matches((amount, found) -> true)",
                                ".matches((amount, found) -> true).compensate(Done.class, undo -> undo.request(Long.class, (saga,"
                                        + " paid) -> paid).inTransaction((call, amount) -> Outcome.done()))"),
                        "Receipt"),
                Arguments.of(
                        "result of a step read as something else",
                        STEP
                                + ".step(\"next\", Done.class, step -> step.after(PAY).request(String.class, saga -> saga.result(PAY))"
                                + ".inTransaction((call, text) -> Outcome.done()))",
                        "String"),
                Arguments.of("step without an action", ".step(PAY, step -> step.downstream(BANK))", "OperationBuilder"),
                Arguments.of(
                        "choice without an otherwise",
                        ".choice(\"route\", choice -> choice.branch(\"x\", saga -> true))",
                        "Described"),
                Arguments.of("wait without an end", ".await(PAY, wait -> wait.atStart())", "Described"),
                Arguments.of(
                        "signal whose default is of another type",
                        ".await(PAY, wait -> wait.otherwise(saga -> \"x\").within(Duration.ofDays(1)))",
                        "String"),
                Arguments.of(
                        "item key of a wrong type",
                        ".forEach(PAYOUTS, each -> each.items(Long.class, saga -> List.of(1L), item -> item).request(Long.class, (saga,"
                                + " item) -> item).each(one -> one.call(Wrong::pay)))",
                        "String"),
                Arguments.of(
                        "items of another type",
                        ".forEach(PAYOUTS, each -> each.items(Long.class, saga -> List.of(\"x\"), item -> \"k\").request(Long.class, (saga,"
                                + " item) -> item).each(one -> one.call(Wrong::pay)))",
                        "String"),
                Arguments.of(
                        "message that does not say what becomes of it",
                        ".publish(\"tell\", tell -> tell.message(saga -> new Message<>(\"t\", null, 1)))",
                        "Described"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("mistakes")
    void aMistakeDoesNotCompile(String mistake, String code, String named) {
        assertThat(compile(code)).as(mistake).contains("error:").contains(named);
    }

    /** What the compiler says; empty when it is content. */
    private static String compile(String definition) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter said = new StringWriter();
        compiler.getTask(
                        said,
                        null,
                        null,
                        List.of(
                                "-proc:none",
                                "-implicit:none",
                                "-Xdiags:verbose",
                                "-cp",
                                classPath(),
                                "-d",
                                "target/wrong-types"),
                        null,
                        List.of(new Source(FRAME.formatted(definition))))
                .call();
        return said.toString();
    }

    private static String classPath() {
        return System.getProperty("java.class.path");
    }

    private static final class Source extends SimpleJavaFileObject {
        private final String code;

        Source(String code) {
            super(URI.create("string:///wrong/Wrong.java"), Kind.SOURCE);
            this.code = code;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return code;
        }
    }
}

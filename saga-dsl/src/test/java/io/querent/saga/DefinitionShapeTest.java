package io.querent.saga;

import static io.querent.saga.Sketches.BANK;
import static io.querent.saga.Sketches.act;
import static io.querent.saga.Sketches.pay;
import static io.querent.saga.Sketches.stays;
import static io.querent.saga.Sketches.undone;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** The fingerprint changes with what matters to sagas that are under way, and with nothing else. */
class DefinitionShapeTest {
    private static DefinitionShape shape(UnaryOperator<SagaBuilder<String>> describe) {
        return describe.apply(pay()).build().shape();
    }

    private static final DefinitionShape PLAIN =
            shape(saga -> saga.step("a", String.class, undone(step -> step, undo -> undo))
                    .step("b", String.class, stays(step -> step.after("a"))));

    @Test
    void aShapeIsReadAsItWasWritten() {
        DefinitionShape rich = shape(saga -> saga.choice(
                        "route", choice -> choice.branch("x", view -> true).otherwise("y"))
                .step(
                        "a",
                        String.class,
                        step -> act(step.when("route", "x")
                                        .onlyIf("amount is over 10", view -> true)
                                        .downstream(BANK))
                                .compensate(Done.class, Sketches::undo)
                                .orCompensate("refund", Set.of("captured"), Done.class, Sketches::undo))
                .delay("rest", delay -> delay.after("a").lasting(Duration.ofDays(1)))
                .approval("yes", wait -> wait.after("rest").within(Duration.ofDays(1)))
                .publish(
                        "tell",
                        message -> message.after("yes")
                                .message(view -> new Message<>("topic", null, "x"))
                                .needsNoUndo("nobody minds")));

        assertThat(DefinitionShape.parse(rich.text()).text()).isEqualTo(rich.text());
        assertThat(DefinitionShape.parse(rich.text()).fingerprint()).isEqualTo(rich.fingerprint());
        assertThat(rich.text()).isEqualTo("""
                a CALL route branch=route/x onlyIf=amount_is_over_10 orcaptured=CALL/bank/200/keys to=CALL/bank/200/keys undo=CALL/bank/200/keys
                rest DELAY a needsNoUndo retriable
                route CHOICE  branches=x,y needsNoUndo retriable
                tell PUBLISH yes needsNoUndo retriable to=PUBLISH/here
                yes APPROVAL rest needsNoUndo""");
    }

    @Test
    void theFingerprintIsStable() {
        assertThat(PLAIN.fingerprint())
                .hasSize(22)
                .isEqualTo(DefinitionShape.parse("""
                b CALL a needsNoUndo to=CALL/bank/200/keys
                a CALL  to=CALL/bank/200/keys undo=CALL/bank/200/keys""").fingerprint());
    }

    @Test
    void budgetsAndTheOrderOfDeclarationDoNotMatter() {
        assertThat(shape(saga -> saga.step("b", String.class, stays(step -> step.after("a")))
                                .step(
                                        "a",
                                        String.class,
                                        step -> undone(place -> place, undo -> undo)
                                                .apply(step)
                                                .retry(budget -> budget.attempts(3))
                                                .timeLimit(Duration.ofSeconds(3)))
                                .deadline(Duration.ofDays(1)))
                        .fingerprint())
                .isEqualTo(PLAIN.fingerprint());
    }

    @Test
    void whatMattersChangesIt() {
        Downstream shorter = Downstream.named("bank")
                .honoursOperationKey(Duration.ofHours(24))
                .visibleWithin(Duration.ofMinutes(10))
                .keyLength(64)
                .build();
        assertThat(Set.of(
                        PLAIN.fingerprint(),
                        shape(saga -> saga.step("a", String.class, undone(step -> step, undo -> undo)))
                                .fingerprint(),
                        shape(saga -> saga.step("a", String.class, stays(step -> step))
                                        .step("b", String.class, stays(step -> step.after("a"))))
                                .fingerprint(),
                        shape(saga -> saga.step("a", String.class, undone(step -> step, undo -> undo))
                                        .step(
                                                "b",
                                                String.class,
                                                stays(step -> step.after("a").downstream(shorter))))
                                .fingerprint(),
                        shape(saga -> saga.step("a", String.class, undone(step -> step, undo -> undo))
                                        .step(
                                                "b",
                                                String.class,
                                                stays(step -> step.after("a").pivot())))
                                .fingerprint()))
                .as("fingerprints")
                .hasSize(5);
    }

    @Test
    void whatIsNoShapeIsRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> DefinitionShape.parse("nonsense"));
        assertThatIllegalArgumentException().isThrownBy(() -> DefinitionShape.parse("a TELEPORT b"));
    }
}

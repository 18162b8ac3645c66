package io.querent.decision.preview;

import static io.querent.decision.world.Treatment.apply;
import static io.querent.decision.world.Treatment.lost;
import static org.assertj.core.api.Assertions.assertThat;

import io.querent.decision.Authority;
import io.querent.decision.Decision;
import io.querent.decision.OperatorDecision;
import io.querent.decision.SagaCommand;
import io.querent.decision.SagaStatus;
import io.querent.decision.world.Reading;
import io.querent.decision.world.SagaPlan;
import io.querent.decision.world.ScriptedWorld;
import io.querent.decision.world.StepPlan;
import io.querent.decision.world.UndoPlan;
import io.querent.saga.Amount;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A preview names what would be done, in order, with keys, amounts and requests, and says why of what would not. */
class PreviewTest {
    private static final Amount WORTH = Amount.of("100.00", "EUR");

    private final ScriptedWorld world = world(new SagaPlan()
            .then("hold", StepPlan::undo)
            .then("charge", step -> step.amount("100.00").undo(UndoPlan::inParts))
            .then("mail", StepPlan::needsNoUndo));

    @Test
    void theOperationsOfACompensationInOrderWithKeysAndAmounts() {
        world.start().run();
        Preview.Foreseen foreseen = foreseen(new OperatorDecision.Compensate());
        assertThat(foreseen.waves()).extracting(PreviewTest::names).containsExactly("charge.undo", "hold.undo");
        PlannedOperation charge = foreseen.waves().get(0).operations().get(0);
        assertThat(charge.key()).isEqualTo(world.key().operation("charge.undo"));
        assertThat(charge.original()).isEqualTo(world.key().operation("charge"));
        assertThat(charge.amount()).isEqualTo(WORTH);
        assertThat(charge.request()).isEqualTo("\"done\"");
        assertThat(foreseen.skipped()).containsExactly(new SkippedStep("mail", "it is declared to need no undo"));
        assertThat(foreseen.waits()).isEmpty();
        assertThat(foreseen.end()).isEqualTo(SagaStatus.COMPENSATED);
        assertThat(world.status()).isEqualTo(SagaStatus.COMPLETED);
    }

    @Test
    void ofAPartOnlyTheRestIsUndoneWithTheRequestOfARest() {
        world.start().run();
        decide(new OperatorDecision.CompensatePart("charge", Amount.of("60", "EUR")));
        world.run();
        PlannedOperation rest = foreseen(new OperatorDecision.Compensate())
                .waves()
                .get(0)
                .operations()
                .get(0);
        assertThat(rest.amount()).isEqualTo(Amount.of("40.00", "EUR"));
        assertThat(rest.request()).isEqualTo("\"40.00 EUR\"");
    }

    @Test
    void aPartIsShownUnderItsOwnKey() {
        world.start().run();
        Preview.Foreseen foreseen = foreseen(new OperatorDecision.CompensatePart("charge", Amount.of("60", "EUR")));
        assertThat(foreseen.waves()).extracting(PreviewTest::names).containsExactly("charge.undo-1");
        PlannedOperation part = foreseen.waves().get(0).operations().get(0);
        assertThat(part.amount()).isEqualTo(Amount.of("60", "EUR"));
        assertThat(part.request()).isEqualTo("\"60 EUR\"");
        assertThat(foreseen.end()).isEqualTo(SagaStatus.COMPLETED);
    }

    @Test
    void whatIsUnknownIsAskedFirstAndItsUndoHasNoRequestYet() {
        world.at("charge").sends(apply().reset()).queries(Reading.qerr(503));
        world.start().runFor(Duration.ofSeconds(1));
        Preview.Foreseen foreseen = foreseen(new OperatorDecision.Compensate());
        assertThat(foreseen.waves())
                .extracting(PreviewTest::names)
                .containsExactly("charge", "charge.undo", "hold.undo");
        assertThat(foreseen.waves().get(0).operations().get(0).act()).isEqualTo(PlannedOperation.Act.ASK_FIRST);
        PlannedOperation undo = foreseen.waves().get(1).operations().get(0);
        assertThat(undo.request()).isNull();
        assertThat(undo.remark()).contains("operation charge has no result");
        assertThat(foreseen.skipped()).contains(new SkippedStep("mail", "it never ran"));
    }

    @Test
    void refusalsAreTheDecidersOwn() {
        world.start().run();
        SagaCommand.Decide command = command(new OperatorDecision.CompensateStep("hold"));
        Preview preview = Preview.of(world.definition(), world.state(), command, world.functions());
        Decision.Refused refused = (Decision.Refused) world.submit(command);
        assertThat(preview).isEqualTo(new Preview.Refused(refused.refusal(), refused.message()));
    }

    @Test
    void aPausedSagaWaitsAndSaysSo() {
        world.at("charge").sends(lost());
        world.start().runFor(Duration.ofSeconds(1));
        decide(new OperatorDecision.Pause());
        Preview.Foreseen foreseen = foreseen(new OperatorDecision.AskAgain("charge"));
        assertThat(foreseen.waits()).anyMatch(wait -> wait.contains("paused"));
    }

    @Test
    void anAmountThatIsStatedAndNotToldIsRemarked() {
        ScriptedWorld untold = world(new SagaPlan()
                .with(saga -> saga.step(
                        "pay",
                        String.class,
                        step -> step.request(String.class, view -> view.input())
                                .inTransaction((call, request) -> io.querent.saga.Outcome.succeeded(request))
                                .amount(request -> {
                                    throw new IllegalStateException("no rate for today");
                                })
                                .compensate(
                                        String.class,
                                        undo -> undo.request(String.class, (view, paid) -> paid)
                                                .inTransaction((call, request) ->
                                                        io.querent.saga.Outcome.succeeded(request))))));
        untold.start().run();
        assertThat(untold.status()).isEqualTo(SagaStatus.COMPLETED);
        SagaCommand.Decide command =
                new SagaCommand.Decide(new OperatorDecision.Compensate(), authority(untold), untold.now());
        Preview.Foreseen foreseen =
                (Preview.Foreseen) Preview.of(untold.definition(), untold.state(), command, untold.functions());
        assertThat(foreseen.waves().get(0).operations().get(0).remark()).contains("its function told none");
    }

    private Preview.Foreseen foreseen(OperatorDecision decision) {
        return (Preview.Foreseen) Preview.of(world.definition(), world.state(), command(decision), world.functions());
    }

    private void decide(OperatorDecision decision) {
        assertThat(world.submit(command(decision))).isInstanceOf(Decision.Accepted.class);
    }

    private SagaCommand.Decide command(OperatorDecision decision) {
        return new SagaCommand.Decide(decision, authority(world), WORTH, world.now());
    }

    private static Authority authority(ScriptedWorld world) {
        return new Authority(
                "ann",
                "by the books",
                world.state().version(),
                "look " + world.state().version());
    }

    private static String names(Wave wave) {
        return String.join(
                ", ",
                wave.operations().stream().map(PlannedOperation::operation).toList());
    }

    private static ScriptedWorld world(SagaPlan plan) {
        return new ScriptedWorld(plan.build(), () -> 0.5, commit -> {});
    }
}

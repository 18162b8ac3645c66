package io.querent.decision;

import static io.querent.decision.OperationStatus.IN_FLIGHT;
import static io.querent.decision.OperationStatus.REJECTED;
import static io.querent.decision.OperationStatus.UNKNOWN;
import static io.querent.decision.SagaStatus.COMPENSATED;
import static io.querent.decision.SagaStatus.COMPLETED;
import static io.querent.decision.SagaStatus.IN_REVIEW;
import static io.querent.decision.world.Treatment.apply;
import static io.querent.decision.world.Treatment.decline;
import static io.querent.decision.world.Treatment.notSent;
import static org.assertj.core.api.Assertions.assertThat;

import io.querent.decision.world.Outside;
import io.querent.decision.world.SagaPlan;
import io.querent.decision.world.ScriptedWorld;
import io.querent.decision.world.StepPlan;
import io.querent.decision.world.UndoPlan;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What a provider has taken back stands no more: it is not undone, and what else was done is, where the definition says so. */
class ReversalTest {
    private static final QueryAnswer RETURNED = new QueryAnswer.Reversed("returned", "account closed");

    @Test
    void aReversalIsReviewedUnlessTheDefinitionSaysMore() {
        ScriptedWorld world = chargeThenLedger(charge -> charge);
        Outside outside = new Outside(world);

        world.start().run();
        outside.tells("charge", RETURNED);
        assertThat(world.status()).isEqualTo(IN_REVIEW);
        Answers.assertReview(world.state(), "charge", ReviewReason.REVERSED);
        outside.decides(new OperatorDecision.ConfirmSucceeded("charge", "\"done\"", "paid again by hand"));

        assertThat(world.status()).isEqualTo(COMPLETED);
    }

    @Test
    void aCompletedSagaTurnsBackAndUndoesTheRest() {
        ScriptedWorld world = chargeThenLedger(StepPlan::turnsBackWhenReversed);

        world.start().run();
        assertThat(world.status()).isEqualTo(COMPLETED);
        new Outside(world).tells("charge", RETURNED);
        world.run();

        assertThat(world.status()).isEqualTo(COMPENSATED);
        Books.assertEffects(world, "charge", 1, 0);
        Books.assertEffects(world, "ledger", 1, 1);
    }

    @Test
    void aSagaUnderWayTurnsBackToo() {
        ScriptedWorld world = chargeThenLedger(StepPlan::turnsBackWhenReversed);
        world.at("ledger").sends(notSent("busy", Duration.ofMinutes(10)));

        world.start().runFor(Duration.ofMinutes(1));
        new Outside(world).tells("charge", RETURNED);
        world.run();

        assertThat(world.status()).isEqualTo(COMPENSATED);
        assertThat(world.at("charge.undo").sends()).isZero();
        assertThat(world.at("ledger").sends()).isZero();
    }

    /** It is certain that the undo did not run: sending it now would pay back a second time. */
    @Test
    void anUndoThatBacksOffIsNotSentAfterTheProviderTookTheEffectBack() {
        ScriptedWorld world = chargeThenLedger(charge -> charge);
        Outside outside = new Outside(world);
        world.at("ledger").sends(decline("no"));
        world.at("charge.undo").sends(notSent("busy", Duration.ofMinutes(10)));

        world.start().runFor(Duration.ofMinutes(1));
        outside.tells("charge", RETURNED);
        world.run();
        outside.decides(new OperatorDecision.ConfirmSucceeded("charge", "\"done\"", "it came back once"));

        assertThat(world.statusOf("charge.undo")).isEqualTo(REJECTED);
        assertThat(world.status()).isEqualTo(COMPENSATED);
        Books.assertEffects(world, "charge", 1, 0);
    }

    /** Nobody can say whether the undo paid back too: sending it again is what must not happen. */
    @Test
    void anUndoThatCannotBeAskedAboutIsNotSentAgainAfterTheProviderTookTheEffectBack() {
        ScriptedWorld world = Worlds.of(new SagaPlan()
                .then("charge", step -> step.undo(UndoPlan::cannotBeQueried))
                .then("ledger", StepPlan::undo));
        Outside outside = new Outside(world);
        world.at("ledger").sends(decline("no"));
        world.at("charge.undo").sends(apply().reset());

        world.start();
        while (world.statusOf("charge.undo") != UNKNOWN) {
            world.turn();
        }
        outside.tells("charge", RETURNED);
        world.run();

        assertThat(world.at("charge.undo").sends()).isEqualTo(1);
        Answers.assertReview(world.state(), "charge.undo", ReviewReason.CANNOT_BE_PROVED);
    }

    @Test
    void aPersonCannotHaveAnUndoSentAgainAfterTheProviderTookTheEffectBack() {
        ScriptedWorld world = chargeThenLedger(charge -> charge);
        Outside outside = new Outside(world);
        world.at("ledger").sends(decline("no"));
        world.at("charge.undo").sends(apply().reset());

        world.start();
        while (world.statusOf("charge.undo") != UNKNOWN) {
            world.turn();
        }
        outside.decides(new OperatorDecision.Resend("charge.undo"));
        outside.tells("charge", RETURNED);
        Decision again = outside.decides(new OperatorDecision.Resend("charge.undo"));
        world.run();

        assertThat(again).isInstanceOf(Decision.Refused.class);
        assertThat(world.at("charge.undo").sends()).isEqualTo(1);
    }

    @Test
    void aReversalOfWhatIsUnknownSettlesIt() {
        ScriptedWorld world = chargeThenLedger(charge -> charge);
        world.at("charge").sends(apply().reset());

        world.start();
        while (world.statusOf("charge") != UNKNOWN) {
            world.turn();
        }
        world.at("charge").reverse();
        world.run();

        assertThat(world.statusOf("charge")).isEqualTo(REJECTED);
        assertThat(world.status()).isEqualTo(COMPENSATED);
        assertThat(world.at("charge.undo").sends()).isZero();
    }

    /** The provider is faster than its own answer: the word is kept, and decides when the answer is there. */
    @Test
    void aReversalThatComesDuringTheCallIsNotForgotten() {
        ScriptedWorld world = chargeThenLedger(StepPlan::turnsBackWhenReversed);
        world.at("charge").sends(apply().hang(Duration.ofSeconds(5)));

        world.start().runFor(Duration.ofSeconds(1));
        assertThat(world.statusOf("charge")).isEqualTo(IN_FLIGHT);
        new Outside(world).tells("charge", RETURNED);
        world.run();

        assertThat(world.status()).isEqualTo(COMPENSATED);
        assertThat(world.events(SagaEvent.EffectReversed.class)).hasSize(1);
        assertThat(world.at("charge.undo").sends()).isZero();
        assertThat(world.at("ledger").sends()).isZero();
    }

    @Test
    void wordsInTheWrongOrderComeToTheSame() {
        ScriptedWorld world = chargeThenLedger(StepPlan::turnsBackWhenReversed);
        world.at("charge").sends(apply().hang(Duration.ofSeconds(5)));
        Outside outside = new Outside(world);

        world.start().runFor(Duration.ofSeconds(1));
        outside.tells("charge", RETURNED);
        outside.tells("charge", Answers.FOUND);
        outside.tells("charge", Answers.PENDING);
        world.run();

        assertThat(world.status()).isEqualTo(COMPENSATED);
        assertThat(world.events(SagaEvent.EffectReversed.class)).hasSize(1);
    }

    @Test
    void afterThePivotAPersonIsTold() {
        ScriptedWorld world = Worlds.of(new SagaPlan()
                .then("charge", step -> step.undo().turnsBackWhenReversed().pivot())
                .then("ledger", StepPlan::retriable));

        world.start().run();
        new Outside(world).tells("charge", RETURNED);

        assertThat(world.status()).isEqualTo(IN_REVIEW);
        Answers.assertReview(world.state(), "charge", ReviewReason.REVERSED);
        assertThat(world.at("charge.undo").sends()).isZero();
    }

    @Test
    void aReversalOfWhatIsBeingUndoneMayHavePaidBackTwice() {
        ScriptedWorld world = chargeThenLedger(StepPlan::turnsBackWhenReversed);
        world.at("ledger").sends(decline("closed"));
        world.at("charge.undo").sends(apply().hang(Duration.ofSeconds(5)));

        world.start().runFor(Duration.ofSeconds(1));
        assertThat(world.statusOf("charge.undo")).isEqualTo(IN_FLIGHT);
        new Outside(world).tells("charge", RETURNED);
        world.run();

        assertThat(world.status()).isEqualTo(IN_REVIEW);
        Answers.assertReview(world.state(), "charge", ReviewReason.REVERSED);
    }

    @Test
    void aReversalOfWhatWasUndoneOpensTheEndedSagaAgain() {
        ScriptedWorld world = chargeThenLedger(StepPlan::turnsBackWhenReversed);
        world.at("ledger").sends(decline("closed"));
        Outside outside = new Outside(world);

        world.start().run();
        outside.tells("charge", RETURNED);
        Answers.assertReview(world.state(), "charge", ReviewReason.REVERSED);
        outside.decides(new OperatorDecision.ConfirmSucceeded("charge", "\"done\"", "asked for the refund back"));

        assertThat(world.status()).isEqualTo(COMPENSATED);
    }

    @Test
    void aReversalOfAnUndoIsForAPerson() {
        ScriptedWorld world = chargeThenLedger(charge -> charge);
        world.at("ledger").sends(decline("closed"));

        world.start().run();
        new Outside(world).tells("charge.undo", RETURNED);

        Answers.assertReview(world.state(), "charge.undo", ReviewReason.REVERSED);
    }

    @Test
    void aReversalThatIsToldTwiceIsOne() {
        ScriptedWorld world = chargeThenLedger(StepPlan::turnsBackWhenReversed);
        Outside outside = new Outside(world);

        world.start().run();
        outside.tells("charge", RETURNED);
        outside.tells("charge", RETURNED);
        outside.tells("charge", new QueryAnswer.Reversed("chargeback", "disputed"));
        world.run();

        assertThat(world.events(SagaEvent.EffectReversed.class)).hasSize(1);
        assertThat(world.status()).isEqualTo(COMPENSATED);
        assertThat(world.at("ledger.undo").sends()).isEqualTo(1);
    }

    @Test
    void aReversalBeforeTheUndoIsSentMakesItNeedless() {
        ScriptedWorld world = chargeThenLedger(StepPlan::turnsBackWhenReversed);
        Outside outside = new Outside(world);

        world.start().run();
        outside.decides(new OperatorDecision.Compensate());
        outside.tells("charge", RETURNED);
        world.run();

        assertThat(world.status()).isEqualTo(COMPENSATED);
        Books.assertEffects(world, "charge", 1, 0);
        Books.assertEffects(world, "ledger", 1, 1);
    }

    private static ScriptedWorld chargeThenLedger(java.util.function.UnaryOperator<StepPlan> charge) {
        return Worlds.of(
                new SagaPlan().then("charge", step -> charge.apply(step.undo())).then("ledger", StepPlan::undo));
    }
}

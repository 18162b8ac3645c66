package io.querent.decision;

import static io.querent.decision.OperationStatus.UNKNOWN;
import static io.querent.decision.SagaStatus.COMPENSATED;
import static io.querent.decision.SagaStatus.COMPLETED;
import static io.querent.decision.SagaStatus.IN_REVIEW;
import static io.querent.decision.world.Treatment.apply;
import static io.querent.decision.world.Treatment.decline;
import static io.querent.decision.world.Treatment.lost;
import static org.assertj.core.api.Assertions.assertThat;

import io.querent.decision.Decision.Refusal;
import io.querent.decision.OperatorDecision.Compensate;
import io.querent.decision.OperatorDecision.CompensatePart;
import io.querent.decision.OperatorDecision.CompensateStep;
import io.querent.decision.OperatorDecision.ConfirmFailed;
import io.querent.decision.OperatorDecision.Resend;
import io.querent.decision.history.Note;
import io.querent.decision.history.OperationHistory;
import io.querent.decision.history.SagaHistory;
import io.querent.decision.world.Outside;
import io.querent.decision.world.Reading;
import io.querent.decision.world.ScriptedWorld;
import io.querent.decision.world.UndoPlan;
import io.querent.saga.Amount;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Parts of an effect may be made good for, each once, and together never more than the whole. */
class CompensatePartTest {
    private final ScriptedWorld world =
            Worlds.holdThenCharge(step -> step.amount("100.00").undo(UndoPlan::inParts));
    private final Outside outside = new Outside(world);

    @Test
    void aPartIsAnOperationOfItsOwnLinkedToTheOriginal() {
        world.start().run();
        Answers.assertAccepted(outside.decides(part("60")));
        world.run();
        assertThat(world.status()).isEqualTo(COMPLETED);
        assertThat(world.at("charge.undo-1").effects()).isEqualTo(1);
        assertThat(world.at("charge.undo").sends()).isZero();
        assertThat(world.key().operation("charge.undo-1").original())
                .isEqualTo(world.key().operation("charge"));
        assertThat(world.state().amountOf("charge.undo-1")).contains(euros("60"));
    }

    @Test
    void theHistoryHasARowForEachPartWithTheKeyOfTheOriginal() {
        world.start().run();
        Answers.assertAccepted(outside.decides(part("60")));
        world.run();
        SagaHistory history = SagaHistory.of(world.status(), world.events());
        OperationHistory part = row(history, "charge.undo-1");
        assertThat(part.compensates()).contains(world.key().operation("charge"));
        assertThat(part.attempts()).hasSize(1);
        assertThat(row(history, "charge").notes())
                .extracting(Note::detail)
                .contains("60 EUR of 100.00 EUR by charge.undo-1");
    }

    private static OperationHistory row(SagaHistory history, String name) {
        return history.operations().stream()
                .filter(row -> row.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test // C38
    void ofTwoAtOnceOneIsAcceptedAndTheOtherIsToldWhatIsLeft() {
        world.start().run();
        long seen = world.state().version();
        Answers.assertAccepted(outside.decides(part("60"), seen));
        Answers.assertRefused(outside.decides(part("60"), seen), Refusal.MOVED, "40.00 EUR is left");
        Answers.assertRefused(outside.decides(part("60")), Refusal.NOT_ALLOWED, "left of charge=40.00 EUR of 100.00");
        world.run();
        Answers.assertAccepted(outside.decides(new Compensate()));
        world.run();
        assertThat(world.status()).isEqualTo(COMPENSATED);
        assertThat(world.state().amountOf("charge.undo")).contains(euros("40.00"));
        assertThat(world.at("charge.undo").effects()).isEqualTo(1);
    }

    @Test
    void whereThePartsAreTheWholeNothingIsLeftToSend() {
        world.start().run();
        Answers.assertAccepted(outside.decides(part("60")));
        Answers.assertAccepted(outside.decides(part("40")));
        Answers.assertRefused(outside.decides(part("0.01")), Refusal.NOT_ALLOWED, "more than is left");
        world.run();
        Answers.assertRefused(
                outside.decides(new CompensateStep("charge")), Refusal.NOT_ALLOWED, "was made good for already");
        Answers.assertAccepted(outside.decides(new Compensate()));
        world.run();
        assertThat(world.status()).isEqualTo(COMPENSATED);
        assertThat(world.at("charge.undo").sends()).isZero();
        assertThat(world.at("charge.undo-1").effects()
                        + world.at("charge.undo-2").effects())
                .isEqualTo(2);
        Books.assertEffects(world, "hold", 1, 1);
    }

    @Test // R6
    void theRestWaitsForAPartWhoseOutcomeIsUnknown() {
        world.at("charge.undo-1").sends(apply().reset()).queries(downFor(Duration.ofMinutes(3)));
        world.start().run();
        Answers.assertAccepted(outside.decides(part("60")));
        world.runFor(Duration.ofSeconds(30));
        assertThat(world.statusOf("charge.undo-1")).isEqualTo(UNKNOWN);
        Answers.assertRefused(outside.decides(part("41")), Refusal.NOT_ALLOWED, "left of charge=40.00");
        Answers.assertAccepted(outside.decides(new Compensate()));
        world.runFor(Duration.ofSeconds(30));
        assertThat(world.at("charge.undo").sends()).isZero();
        world.run();
        assertThat(world.status()).isEqualTo(COMPENSATED);
        assertThat(world.at("charge.undo-1").effects()).isEqualTo(1);
        assertThat(world.state().amountOf("charge.undo")).contains(euros("40.00"));
    }

    @Test
    void aPartThatIsProvedNotToHaveHappenedIsSentAgainUnderItsKey() {
        world.at("charge.undo-1").sends(lost(), apply());
        world.start().run();
        Answers.assertAccepted(outside.decides(part("60")));
        world.run();
        assertThat(world.status()).isEqualTo(COMPLETED);
        assertThat(world.at("charge.undo-1").effects()).isEqualTo(1);
        assertThat(world.at("charge.undo-1").keys()).isEqualTo(1);
    }

    @Test
    void aRefusedPartDoesNotCountAndIsNotSentAgainBeyondWhatIsLeft() {
        world.at("charge.undo-1").sends(decline("closed"));
        world.start().run();
        Answers.assertAccepted(outside.decides(part("60")));
        world.run();
        assertThat(world.status()).isEqualTo(IN_REVIEW);
        Answers.assertAccepted(outside.decides(part("70")));
        world.run();
        Answers.assertRefused(outside.decides(new Resend("charge.undo-1")), Refusal.NOT_ALLOWED, "pay back too much");
        Answers.assertAccepted(outside.decides(new ConfirmFailed("charge.undo-1", "closed", "letter 7")));
        world.run();
        assertThat(world.status()).isEqualTo(COMPLETED);
        Answers.assertAccepted(outside.decides(new Compensate()));
        world.run();
        assertThat(world.status()).isEqualTo(COMPENSATED);
        assertThat(world.state().amountOf("charge.undo")).contains(euros("30.00"));
    }

    @Test
    void whereAllPartsWereRefusedTheWholeIsUndoneAsUsual() {
        world.at("charge.undo-1").sends(decline("closed"));
        world.start().run();
        Answers.assertAccepted(outside.decides(part("60")));
        world.run();
        Answers.assertAccepted(outside.decides(new Compensate()));
        world.run();
        assertThat(world.status()).isEqualTo(COMPENSATED);
        assertThat(world.state().amountOf("charge.undo")).isEqualTo(Optional.empty());
    }

    @ParameterizedTest
    @CsvSource({
        "0, EUR, not more than nothing",
        "-1, EUR, not more than nothing",
        "60, USD, another currency",
        "0.005, EUR, more than 2 decimal places",
        "100.01, EUR, more than is left"
    })
    void amountsThatAreNoPartAreRefused(String value, String currency, String why) {
        world.start().run();
        Answers.assertRefused(
                outside.decides(new CompensatePart("charge", Amount.of(value, currency))), Refusal.NOT_ALLOWED, why);
    }

    @Test
    void whatDoesNotDeclarePartsHasNone() {
        ScriptedWorld plain = Worlds.holdThenCharge(step -> step.amount("100").undo());
        plain.start().run();
        Answers.assertRefused(new Outside(plain).decides(part("1")), Refusal.NOT_ALLOWED, "declare partial");
    }

    private Reading downFor(Duration time) {
        return truth -> Worlds.age(world).compareTo(time) < 0 ? new QueryAnswer.Unavailable("HTTP 503") : truth;
    }

    private static CompensatePart part(String value) {
        return new CompensatePart("charge", euros(value));
    }

    private static Amount euros(String value) {
        return Amount.of(value, "EUR");
    }
}

package io.querent.decision;

import static io.querent.decision.OperationStatus.PENDING;
import static io.querent.decision.OperationStatus.UNKNOWN;
import static io.querent.decision.SagaStatus.COMPLETED;
import static io.querent.decision.SagaStatus.IN_REVIEW;
import static io.querent.decision.world.Treatment.apply;
import static io.querent.decision.world.Treatment.lost;
import static io.querent.decision.world.Treatment.pending;
import static org.assertj.core.api.Assertions.assertThat;

import io.querent.decision.world.Reading;
import io.querent.decision.world.ScriptedWorld;
import io.querent.saga.RetryBudget;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A question that is refused before it is asked, as by an open circuit, uses the time for asking and nothing else. */
class NotAskedTest {
    private static final RetryBudget TWO_QUESTIONS = RetryBudget.QUERY.attempts(2);

    @Test
    void anOutageLongerThanTheBudgetOfQuestionsLeadsToNoReview() {
        ScriptedWorld world = Worlds.chargeThenLedger(charge -> charge.queries(TWO_QUESTIONS));
        world.at("charge").sends(apply().reset()).queries(refusedFor(world, Duration.ofHours(6)));

        world.start().run();

        assertThat(world.status()).isEqualTo(COMPLETED);
        assertThat(world.at("charge").effects()).isEqualTo(1);
        assertThat(world.at("charge").sends()).isEqualTo(1);
        assertThat(world.at("charge").queries()).isEqualTo(1);
        assertThat(questions(world))
                .hasSizeGreaterThan(10)
                .allSatisfy(question -> assertThat(question.wasAsked()).isFalse())
                .allSatisfy(question -> assertThat(question.query()).isZero());
    }

    @Test
    void theTimeForAskingIsUsedUpAllTheSame() {
        ScriptedWorld world =
                Worlds.chargeThenLedger(charge -> charge.queries(TWO_QUESTIONS.within(Duration.ofHours(8))));
        world.at("charge").sends(apply().reset()).queries(Reading.notAsked());

        world.start().run();

        assertThat(world.status()).isEqualTo(IN_REVIEW);
        assertThat(world.state().reviews().get("charge").reason()).isEqualTo(ReviewReason.QUERY_BUDGET_SPENT);
        assertThat(world.state().reviews().get("charge").detail())
                .isEqualTo("0 questions since " + ScriptedWorld.BEGINNING
                        + "; the next was not asked: circuit-open: nothing was sent");
        assertThat(Worlds.age(world)).isBetween(Duration.ofMinutes(469), Duration.ofHours(8));
        assertThat(world.at("charge").queries()).isZero();
        assertThat(world.at("charge").sends()).isEqualTo(1);
    }

    @Test
    void theDelayGrowsWithEveryRefusalAndIsThatOfTheQuestionsOnceOneIsAsked() {
        ScriptedWorld world = Worlds.chargeThenLedger(charge -> charge);
        Reading refused = refusedFor(world, Duration.ofHours(12));
        world.at("charge")
                .sends(apply().reset())
                .queries(truth -> refused.say(truth) instanceof QueryAnswer.NotAsked no
                        ? no
                        : Worlds.age(world).compareTo(Duration.ofHours(13)) < 0
                                ? new QueryAnswer.Unavailable("HTTP 503")
                                : truth);

        world.start().run();

        assertThat(world.status()).isEqualTo(COMPLETED);
        List<SagaEvent.QueryInconclusive> refusals = questions(world).stream()
                .filter(question -> !question.wasAsked())
                .toList();
        assertThat(refusals).hasSizeBetween(72, 90);
        assertThat(refusals.stream().limit(9).map(NotAskedTest::delay)).isSorted();
        assertThat(delay(refusals.get(refusals.size() - 1))).isGreaterThan(Duration.ofMinutes(9));
        SagaEvent.QueryInconclusive first = questions(world).get(refusals.size());
        assertThat(first.query()).isEqualTo(1);
        assertThat(delay(first)).isLessThanOrEqualTo(Duration.ofSeconds(1));
    }

    @Test
    void aDelayThatIsDrawnAsNothingIsNotTriedAgainAtTheSameMoment() {
        ScriptedWorld world = unknownCharge(TWO_QUESTIONS);

        world.submit(new SagaCommand.RecordQueryAnswer(
                "charge", new QueryAnswer.NotAsked("circuit-open"), world.now(), 0, world.now()));

        assertThat(delay(questions(world).get(0))).isPositive();
    }

    @Test
    void questionsThatWereAskedCountAsBeforeWhateverWasRefusedBetweenThem() {
        ScriptedWorld world = Worlds.chargeThenLedger(charge -> charge.queries(RetryBudget.QUERY.attempts(3)));
        world.at("charge")
                .sends(apply().reset())
                .queries(
                        Reading.qerr(503),
                        Reading.notAsked(),
                        Reading.notAsked(),
                        Reading.qerr(503),
                        Reading.notAsked(),
                        Reading.qerr(503));

        world.start().runFor(Duration.ofMinutes(1));

        assertThat(questions(world))
                .extracting(SagaEvent.QueryInconclusive::answer)
                .containsExactly("Unavailable", "NotAsked", "NotAsked", "Unavailable", "NotAsked", "Unavailable");
        assertThat(questions(world))
                .extracting(SagaEvent.QueryInconclusive::query)
                .containsExactly(1, 1, 1, 2, 2, 3);
        assertThat(world.statusOf("charge")).as("absence could be proved yet").isEqualTo(UNKNOWN);
    }

    @Test
    void whatWasNotAskedAfterTheWindowProvesNoAbsence() {
        ScriptedWorld world = Worlds.chargeThenLedger(charge -> charge.queries(TWO_QUESTIONS));
        world.at("charge").sends(lost(), apply()).queries(refusedFor(world, Duration.ofMinutes(30)));

        world.start().runFor(Duration.ofMinutes(30));
        assertThat(world.statusOf("charge")).isEqualTo(UNKNOWN);
        assertThat(world.events(SagaEvent.AbsenceEstablished.class)).isEmpty();
        world.run();

        assertThat(world.status()).isEqualTo(COMPLETED);
        assertThat(world.at("charge").effects()).isEqualTo(1);
        assertThat(world.events(SagaEvent.AbsenceEstablished.class))
                .singleElement()
                .satisfies(absence -> assertThat(absence.query()).isEqualTo(1));
    }

    @Test
    void whatIsPendingStaysPending() {
        ScriptedWorld world = Worlds.holdThenCharge(charge -> charge.queries(TWO_QUESTIONS));
        world.at("charge").sends(pending(Duration.ofMinutes(3), true)).queries(refusedFor(world, Duration.ofHours(1)));

        world.start().runFor(Duration.ofHours(1));
        assertThat(world.statusOf("charge")).isEqualTo(PENDING);
        world.run();

        assertThat(world.status()).isEqualTo(COMPLETED);
        assertThat(world.at("charge").sends()).isEqualTo(1);
    }

    /** Before there was a word for it, a refusal was recorded as an answer: what was counted then stays counted. */
    @Test
    void olderHistoriesCountWhatTheyCounted() {
        ScriptedWorld world = unknownCharge(RetryBudget.QUERY);
        List<SagaEvent> events = new ArrayList<>(world.events());
        Instant at = world.now();
        for (int query = 1; query <= 3; query++) {
            events.add(new SagaEvent.QueryInconclusive("charge", query, "Unavailable", "circuit-open: b", at, at));
        }

        Waiting older = waiting(events);
        events.add(new SagaEvent.QueryInconclusive("charge", 3, "NotAsked", "circuit-open: b", at, at));
        Waiting now = waiting(events);

        assertThat(older.queries()).isEqualTo(3);
        assertThat(older.refusals()).isZero();
        assertThat(now.queries()).isEqualTo(3);
        assertThat(now.refusals()).isEqualTo(1);
    }

    private static Waiting waiting(List<SagaEvent> events) {
        SagaState state = Evolution.replay(events);
        assertThat(state).isNotNull();
        return state.operation("charge").waiting();
    }

    /** A charge of which nobody knows what became of it, and about which nothing was asked yet. */
    private static ScriptedWorld unknownCharge(RetryBudget budget) {
        ScriptedWorld world = Worlds.chargeThenLedger(charge -> charge.queries(budget));
        world.at("charge").sends(apply().reset());
        world.start();
        while (world.statusOf("charge") != UNKNOWN) {
            world.turn();
        }
        return world;
    }

    private static Reading refusedFor(ScriptedWorld world, Duration outage) {
        return truth ->
                Worlds.age(world).compareTo(outage) < 0 ? Reading.notAsked().say(truth) : truth;
    }

    private static List<SagaEvent.QueryInconclusive> questions(ScriptedWorld world) {
        return world.events(SagaEvent.QueryInconclusive.class);
    }

    private static Duration delay(SagaEvent.QueryInconclusive question) {
        return Duration.between(question.at(), question.queryAt());
    }
}

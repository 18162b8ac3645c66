package io.querent.decision;

import static io.querent.decision.world.Treatment.apply;
import static io.querent.decision.world.Treatment.notSent;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.querent.decision.Decision.Refusal;
import io.querent.decision.world.SagaPlan;
import io.querent.decision.world.ScriptedWorld;
import io.querent.saga.Outcome;
import io.querent.saga.SagaDefinition;
import io.querent.saga.SagaKey;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A command that does not fit what is going on is refused, says why, and changes nothing; a history that cannot be is no state. */
class CommandRefusalTest {
    private static final Owner OWNER = new Owner("node-1", 1);
    private static final FrozenRequest REQUEST = new FrozenRequest("{}", "v1:0");
    private static final Instant NOW = ScriptedWorld.BEGINNING;
    private static final SagaKey KEY = SagaKey.of("case", "order-1");
    private static final SagaCommand.StartSaga START = new SagaCommand.StartSaga(KEY, "{}", "v1:0", false, NOW);

    private final ScriptedWorld world = Worlds.chargeThenLedger(charge -> charge);

    @Test
    void aSagaThatDoesNotExistTakesNoCommand() {
        assertRefused(Refusal.NOT_STARTED, new SagaCommand.TakeOver(OWNER, 0, NOW));
    }

    @Test
    void aSagaStartsOnce() {
        world.submit(START);

        assertRefused(Refusal.ALREADY_STARTED, START);
    }

    @Test
    void anOperationThatTheDefinitionDoesNotHaveIsRefused() {
        world.submit(START);

        assertRefused(Refusal.NO_SUCH_OPERATION, attempt("refund"));
        assertRefused(Refusal.NO_SUCH_OPERATION, new SagaCommand.RecordRequestFailure("refund", "?", NOW));
        assertRefused(
                Refusal.NO_SUCH_OPERATION,
                new SagaCommand.RecordEvidence("refund", 1, Outcome.unknown("?"), "node-1", NOW));
        assertRefused(Refusal.STALE, outcome("refund", 1));
        assertRefused(Refusal.STALE, answer("refund"));
    }

    @Test
    void anAttemptBeginsOnlyWhenItIsDue() {
        world.submit(START);

        assertRefused(Refusal.NOT_DUE, attempt("ledger"));
        assertRefused(Refusal.NOT_DUE, attempt("charge.undo"));
        world.submit(attempt("charge"));
        assertRefused(Refusal.NOT_DUE, attempt("charge"));
        assertRefused(Refusal.NOT_DUE, new SagaCommand.RecordRequestFailure("charge", "?", NOW));
    }

    @Test
    void aBackoffIsWaitedFor() {
        world.at("charge").sends(notSent("429", Duration.ofMinutes(5)));
        world.start().runFor(Duration.ofMinutes(4));

        assertRefused(Refusal.NOT_DUE, new SagaCommand.StartAttempt("charge", REQUEST, OWNER, 0, world.now()));
    }

    @Test
    void anOutcomeIsOfTheAttemptInFlightOrNone() {
        world.submit(START);
        assertRefused(Refusal.STALE, outcome("charge", 1));
        world.submit(attempt("charge"));
        assertRefused(Refusal.STALE, outcome("charge", 2));
        assertRefused(Refusal.STALE, answer("charge"));

        assertThat(world.submit(outcome("charge", 1))).isInstanceOf(Decision.Accepted.class);
        assertRefused(Refusal.STALE, outcome("charge", 1));
    }

    @Test
    void aPersonsRequestIsCarriedOutOnceWithinTheLatest32() {
        world.submit(START);
        world.submit(attempt("charge"));
        for (int i = 0; i < 32; i++) {
            assertThat(world.wake("request-" + i)).isInstanceOf(Decision.Accepted.class);
        }

        assertThat(world.wake("request-0"))
                .isInstanceOfSatisfying(
                        Decision.Refused.class,
                        refused -> assertThat(refused.refusal()).isEqualTo(Refusal.REPEATED));
        assertThat(world.state().handledRequests()).hasSize(32);
        assertThat(world.wake("request-32")).isInstanceOf(Decision.Accepted.class);
        assertThat(world.state().handledRequests()).hasSize(32).doesNotContain("request-0");
    }

    @Test
    void aSagaThatEndedTakesEvidenceOnly() {
        world.at("charge").sends(apply());
        world.start().run();

        assertRefused(Refusal.ENDED, attempt("charge"));
        assertRefused(Refusal.ENDED, outcome("charge", 1));
        assertRefused(Refusal.ENDED, answer("charge"));
        assertRefused(Refusal.ENDED, new SagaCommand.TakeOver(OWNER, 0, NOW));
        assertRefused(Refusal.ENDED, new SagaCommand.WakeSaga("operator", "?", "request-1", NOW));
        assertThat(world.submit(new SagaCommand.RecordEvidence("charge", 1, Outcome.unknown("late"), "node-1", NOW)))
                .isInstanceOf(Decision.Accepted.class);
    }

    @Test
    void aDamagedHistoryIsNoState() {
        SagaEvent started = new SagaEvent.SagaStarted(KEY, 1, "{}", "v1:0", false, NOW);
        SagaEvent succeeded = new SagaEvent.OperationSucceeded("charge", 1, "{}", Via.ANSWER, NOW);

        assertThat(Evolution.replay(List.of())).isNull();
        assertDamaged("OperationSucceeded cannot be the first event of a saga", succeeded);
        assertDamaged("saga default:case:order-1 cannot start twice", started, started);
        assertDamaged("operation charge cannot go from PLANNED to SUCCEEDED by OperationSucceeded", started, succeeded);
        assertDamaged(
                "saga default:case:order-1 ended as FAILED already",
                started,
                new SagaEvent.SagaFailed(NOW),
                new SagaEvent.SagaCompleted(NOW));
    }

    @Test
    void theStateCannotBeChangedFromOutside() {
        SagaDefinition<String> definition =
                new SagaPlan().then("charge", step -> step).build();
        Decision.Accepted accepted = (Decision.Accepted) Decider.decide(definition, null, START);

        assertThatThrownBy(() -> accepted.state().operations().clear())
                .isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> accepted.state().reviews().clear()).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> accepted.events().clear()).isInstanceOf(UnsupportedOperationException.class);
    }

    private void assertRefused(Refusal refusal, SagaCommand command) {
        List<SagaEvent> before = world.events();

        assertThat(world.submit(command)).isInstanceOfSatisfying(Decision.Refused.class, refused -> {
            assertThat(refused.refusal()).isEqualTo(refusal);
            assertThat(refused.message()).isNotBlank();
        });
        assertThat(world.events()).isEqualTo(before);
    }

    private static void assertDamaged(String message, SagaEvent... events) {
        assertThatThrownBy(() -> Evolution.replay(List.of(events)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage(message);
    }

    private static SagaCommand attempt(String operation) {
        return new SagaCommand.StartAttempt(operation, REQUEST, OWNER, 0, NOW);
    }

    private static SagaCommand outcome(String operation, int attempt) {
        return new SagaCommand.RecordOutcome(operation, attempt, Outcome.succeeded("{}"), 0, NOW);
    }

    private static SagaCommand answer(String operation) {
        return new SagaCommand.RecordQueryAnswer(operation, new QueryAnswer.NotFound(), NOW, 0, NOW);
    }
}

package io.querent.decision;

import static io.querent.decision.world.Treatment.apply;
import static io.querent.decision.world.Treatment.decline;
import static io.querent.decision.world.Treatment.http;
import static org.assertj.core.api.Assertions.assertThat;

import io.querent.decision.world.SagaPlan;
import io.querent.decision.world.ScriptedWorld;
import io.querent.decision.world.StepPlan;
import io.querent.saga.Outcome;
import io.querent.saga.RetryBudget;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A local transaction commits with the event that tells of it: it happened or it did not, and is never unknown. */
class LocalTransactionTest {
    private final ScriptedWorld world = Worlds.of(new SagaPlan()
            .then("book", step -> step.local().undo().retry(RetryBudget.ACTION.attempts(3)))
            .then("charge", StepPlan::undo));

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6})
    void anOwnerLostAroundItLeavesNothingUnknown(int turns) {
        world.start().turns(turns).crash().run();

        assertThat(world.status()).isEqualTo(SagaStatus.COMPLETED);
        assertThat(world.at("book").effects()).isEqualTo(1);
        assertThat(world.events(SagaEvent.OutcomeUnknown.class))
                .extracting(SagaEvent.OutcomeUnknown::operation)
                .doesNotContain("book");
    }

    @Test
    void anOutcomeThatNobodyClassifiedProvesThatItDidNotCommit() {
        world.submit(new SagaCommand.StartSaga(world.key(), "{}", "v1:0", false, world.now()));
        for (Outcome<String> outcome : List.<Outcome<String>>of(Outcome.unknown("broken pipe"), Outcome.pending("?"))) {
            int attempt = world.state().operation("book").attempts().started() + 1;
            Instant due = world.now().plusMillis(attempt);
            world.submit(new SagaCommand.StartAttempt(
                    "book", new FrozenRequest("{}", "v1:0"), new Owner("node-1", 1), 0, due));
            world.submit(new SagaCommand.RecordOutcome("book", attempt, outcome, 0, due));

            assertThat(world.statusOf("book")).isEqualTo(OperationStatus.BACKING_OFF);
        }
        assertThat(world.events(SagaEvent.AttemptNotExecuted.class))
                .extracting(SagaEvent.AttemptNotExecuted::code)
                .containsExactly("not-committed", "not-committed");
    }

    @Test
    void rollbacksAreCountedAndThenGivenUp() {
        world.at("book").sends(http(500));

        world.start().run();

        assertThat(world.status()).isEqualTo(SagaStatus.FAILED);
        assertThat(world.events(SagaEvent.AttemptStarted.class)).hasSize(3);
        assertThat(world.at("book").effects()).isZero();
    }

    /** Whoever performs it decides this inside the transaction, beside the business writes: a refusal would come too late. */
    @Test
    void oneThatIsDueAlwaysBeginsHoweverLongTheEngineWasDown() {
        world.at("book").sends(http(500), apply());
        world.start().turns(4);
        assertThat(world.statusOf("book")).isEqualTo(OperationStatus.BACKING_OFF);

        world.crashFor(Duration.ofDays(9)).run();

        assertThat(world.status()).isEqualTo(SagaStatus.COMPLETED);
        assertThat(world.at("book").effects()).isEqualTo(1);
    }

    @Test
    void aRefusalIsFinal() {
        world.at("book").sends(decline("no-cover"));

        world.start().run();

        assertThat(world.status()).isEqualTo(SagaStatus.FAILED);
        assertThat(world.events(SagaEvent.AttemptStarted.class)).hasSize(1);
    }
}

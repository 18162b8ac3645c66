package io.querent.benchmarks.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.querent.decision.Evolution;
import io.querent.decision.SagaCommand;
import io.querent.decision.SagaStatus;
import io.querent.runtime.codec.EventCodec;
import org.junit.jupiter.api.Test;

class StandardJobTest {
    private final StandardJob job = StandardJob.completed();

    @Test
    void theJobIsAStartAndAnAttemptAndAnOutcomeForEachStep() {
        assertThat(job.turns()).hasSize(7);
        assertThat(job.attempt("pay").command())
                .isInstanceOfSatisfying(
                        SagaCommand.StartAttempt.class,
                        attempt -> assertThat(attempt.operation()).isEqualTo("pay"));
        assertThat(job.outcome("confirm").command())
                .isInstanceOfSatisfying(
                        SagaCommand.RecordOutcome.class,
                        outcome -> assertThat(outcome.operation()).isEqualTo("confirm"));
    }

    @Test
    void itsHistoryIsThatOfACompletedSagaAndCanBeStored() {
        EventCodec codec = new EventCodec();
        assertThat(Evolution.replay(job.history().stream()
                                .map(each -> codec.decode(codec.encode(each)))
                                .toList())
                        .end())
                .isEqualTo(SagaStatus.COMPLETED);
        assertThat(StandardJob.INPUT.length()).isBetween(250, 350);
    }
}

package io.querent.examples.settlement.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.querent.decision.SagaEvent;
import io.querent.decision.SagaStatus;
import io.querent.saga.SagaKey;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class UndoneTest {
    private static final SagaKey ONE = SagaKey.of("settlement", "M001:2026-01-27:v1");
    private static final SagaKey EARLIER = SagaKey.of("settlement", "M001:2026-01-26:v1");
    private static final Instant NOW = Instant.EPOCH;

    private final Undone undone = new Undone();

    @Test
    void aSettlementThatFailedOrWasTakenBackIsNamedWithItsReason() {
        undone.add(ONE, SagaStatus.COMPENSATED, List.of(new SagaEvent.CompensationStarted(null, "WINDOW_TAKEN", NOW)));

        assertThat(undone.lines(Set.of(ONE))).containsExactly(ONE + " COMPENSATED: WINDOW_TAKEN");
    }

    @Test
    void whatWasDoneOrGoesOnIsNotNamed() {
        undone.add(ONE, SagaStatus.COMPLETED, List.of());
        undone.add(EARLIER, SagaStatus.RUNNING, List.of());

        assertThat(undone.lines(Set.of(ONE, EARLIER))).isEmpty();
    }

    @Test
    void whatFailedOnAnotherDayIsNotHeldAgainstThisOne() {
        undone.add(EARLIER, SagaStatus.FAILED, List.of());

        assertThat(undone.lines(Set.of(ONE))).isEmpty();
    }
}

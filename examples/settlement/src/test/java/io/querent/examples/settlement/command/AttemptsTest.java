package io.querent.examples.settlement.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.querent.decision.SagaEvent;
import io.querent.decision.Via;
import io.querent.examples.settlement.command.Attempts.After;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class AttemptsTest {
    private static final String ONE = "pay.B1";
    private static final Instant NOW = Instant.EPOCH;

    private final Figures figures = new Figures();

    @Test
    void eachAttemptCountsOnceByWhatItCameAfter() {
        figures.add(List.of(
                sent(ONE),
                notExecuted(ONE),
                sent(ONE),
                unknown(ONE),
                absent(ONE),
                sent(ONE),
                pending(ONE),
                sent(ONE),
                sent("pay.B2")));

        assertThat(after(After.NOTHING)).isEqualTo(2);
        assertThat(after(After.NOT_EXECUTED)).isEqualTo(1);
        assertThat(after(After.ABSENCE)).isEqualTo(1);
        assertThat(after(After.OTHERWISE)).isEqualTo(1);
        assertThat(figures.attempts().all()).isEqualTo(5);
        assertThat(figures.pending()).isEqualTo(1);
    }

    @Test
    void whatWasNotSentAgainIsNoAttempt() {
        figures.add(List.of(sent(ONE), unknown(ONE), absent(ONE), pending(ONE)));
        figures.add(List.of(sent(ONE)));

        assertThat(figures.attempts().all()).isEqualTo(2).isEqualTo(after(After.NOTHING));
    }

    @Test
    void reversalsAndOtherStepsAreNotPayouts() {
        figures.add(List.of(sent("pay.B1.undo"), notExecuted("pay.B1.undo"), sent("pay.B1.undo"), sent("book")));

        assertThat(figures.attempts().all()).isZero();
    }

    @Test
    void theyAddUpWhateverHappensInWhateverOrder() {
        SplittableRandom draws = new SplittableRandom(7);
        int started = 0;
        for (int settlement = 0; settlement < 2_000; settlement++) {
            List<SagaEvent> events = new ArrayList<>();
            for (int i = draws.nextInt(30); i > 0; i--) {
                events.add(any("pay.B" + draws.nextInt(3), draws));
            }
            figures.add(events);
            started += (int) events.stream()
                    .filter(SagaEvent.AttemptStarted.class::isInstance)
                    .count();
            assertThat(figures.attempts().all()).as(events.toString()).isEqualTo(started);
        }
        assertThat(Stream.of(After.values()).mapToInt(this::after)).allMatch(count -> count > 0);
        assertThat(Stream.of(After.values()).mapToInt(this::after).sum()).isEqualTo(started);
    }

    private int after(After what) {
        return figures.attempts().after(what);
    }

    private static SagaEvent any(String operation, SplittableRandom draws) {
        return switch (draws.nextInt(5)) {
            case 0 -> sent(operation);
            case 1 -> notExecuted(operation);
            case 2 -> unknown(operation);
            case 3 -> absent(operation);
            default -> pending(operation);
        };
    }

    private static SagaEvent sent(String operation) {
        return new SagaEvent.AttemptStarted(operation, 1, null, 1, "a", NOW, NOW);
    }

    private static SagaEvent notExecuted(String operation) {
        return new SagaEvent.AttemptNotExecuted(operation, 1, "refused", "no connection", NOW, NOW);
    }

    private static SagaEvent unknown(String operation) {
        return new SagaEvent.OutcomeUnknown(operation, 1, "no answer", NOW, NOW, NOW);
    }

    private static SagaEvent absent(String operation) {
        return new SagaEvent.AbsenceEstablished(operation, 1, NOW, NOW);
    }

    private static SagaEvent pending(String operation) {
        return new SagaEvent.OperationPending(operation, "R", Via.QUERY, NOW, NOW);
    }
}

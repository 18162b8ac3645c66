package io.querent.examples.payment.report;

import io.querent.decision.SagaEvent;
import io.querent.decision.Via;
import io.querent.examples.payment.saga.PaymentSaga;
import io.querent.saga.OperationKey;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One payment's events, counted. Pure; used once. */
final class Story {
    private static final String REVERSAL = OperationKey.compensationOf(PaymentSaga.TRANSFER.name());
    private static final String RELEASE = OperationKey.compensationOf(PaymentSaga.RESERVE_FUNDS.name());

    private final Map<Figure, Integer> figures = new EnumMap<>(Figure.class);
    private final Map<String, Doubt> doubts = new HashMap<>();
    private Duration longestDoubt = Duration.ZERO;
    private @Nullable String refusal;

    /** An operation that was unknown at least once and is not settled. */
    private static final class Doubt {
        private final Instant since;
        private boolean open = true;
        private boolean missed;

        Doubt(Instant since) {
            this.since = since;
        }
    }

    static Story of(List<SagaEvent> events) {
        Story story = new Story();
        events.forEach(story::read);
        story.doubts.values().stream().filter(doubt -> doubt.open).forEach(doubt -> story.add(Figure.OPEN));
        return story;
    }

    int count(Figure figure) {
        return figures.getOrDefault(figure, 0);
    }

    /** For how long the operation that was in doubt longest was so. */
    Duration longestDoubt() {
        return longestDoubt;
    }

    /** Code of the refusal that turned the payment back; null where none did. */
    @Nullable
    String refusal() {
        return refusal;
    }

    private void read(SagaEvent event) {
        if (event instanceof SagaEvent.AttemptStarted started) {
            add(Figure.ATTEMPTS);
            if (doubts.containsKey(started.operation())) {
                add(Figure.RESENDS);
            }
        } else if (event instanceof SagaEvent.AttemptNotExecuted) {
            add(Figure.NOT_EXECUTED);
        } else if (event instanceof SagaEvent.OutcomeUnknown unknown) {
            add(Figure.UNKNOWN);
            Doubt doubt = doubts.computeIfAbsent(unknown.operation(), operation -> new Doubt(unknown.at()));
            doubt.open = true;
            doubt.missed = false;
        } else if (event instanceof SagaEvent.EvidenceRecorded) {
            add(Figure.LATE_ANSWERS);
        } else {
            readAnswer(event);
        }
    }

    private void readAnswer(SagaEvent event) {
        if (event instanceof SagaEvent.OperationPending pending) {
            add(pending.via() == Via.QUERY ? Figure.QUESTIONS : Figure.PENDING);
        } else if (event instanceof SagaEvent.QueryInconclusive inconclusive && inconclusive.wasAsked()) {
            add(Figure.QUESTIONS);
            Doubt doubt = doubts.get(inconclusive.operation());
            if (doubt != null && inconclusive.answer().equals("NotFound")) {
                doubt.missed = true;
            }
        } else if (event instanceof SagaEvent.AbsenceEstablished absence) {
            add(Figure.QUESTIONS);
            close(absence.operation(), Figure.SENT_AGAIN);
        } else if (event instanceof SagaEvent.ReviewOpened review) {
            close(review.operation(), Figure.REVIEWED);
        } else if (event instanceof SagaEvent.OperationSucceeded succeeded) {
            Doubt doubt = doubts.get(succeeded.operation());
            settle(succeeded, succeeded.via(), doubt != null && doubt.missed ? Figure.FOUND_LATE : Figure.FOUND);
            countUndo(succeeded.operation());
        } else if (event instanceof SagaEvent.OperationRejected rejected) {
            refusal = refusal == null ? rejected.code() : refusal;
            settle(rejected, rejected.via(), Figure.FOUND_REJECTED);
        } else if (event instanceof SagaEvent.OperationGivenUp givenUp) {
            refusal = refusal == null ? givenUp.code() : refusal;
            doubts.remove(givenUp.operation());
        }
    }

    private void settle(SagaEvent.OperationEvent event, Via via, Figure how) {
        if (via == Via.QUERY) {
            add(Figure.QUESTIONS);
        }
        close(event.operation(), how);
        Doubt doubt = doubts.remove(event.operation());
        if (doubt != null) {
            Duration lasted = Duration.between(doubt.since, event.at());
            longestDoubt = lasted.compareTo(longestDoubt) > 0 ? lasted : longestDoubt;
        }
    }

    private void close(String operation, Figure how) {
        Doubt doubt = doubts.get(operation);
        if (doubt != null && doubt.open) {
            doubt.open = false;
            add(how);
        }
    }

    private void countUndo(String operation) {
        if (operation.equals(REVERSAL)) {
            add(Figure.REVERSALS);
        } else if (operation.equals(RELEASE)) {
            add(Figure.RELEASES);
        }
    }

    private void add(Figure figure) {
        figures.merge(figure, 1, Integer::sum);
    }
}

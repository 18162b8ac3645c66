package io.querent.runtime.journal;

import io.querent.decision.Effect;
import io.querent.decision.Effects;
import io.querent.decision.OperationState;
import io.querent.decision.OperationStatus;
import io.querent.decision.SagaEvent;
import io.querent.decision.SagaLifecycle;
import io.querent.decision.SagaState;
import io.querent.saga.Amount;
import io.querent.saga.OperationKey;
import io.querent.saga.SagaDefinition;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Makes appends out of decided events: the one place where a state becomes rows. Pure. */
public final class Appends {
    private static final int LONGEST_ERROR = 1_000;

    private Appends() {}

    /** The append of {@code events}, with no amounts but those that the saga itself says. */
    public static Append of(
            SagaDefinition<?> definition,
            Guard guard,
            @Nullable SagaState before,
            List<SagaEvent> events,
            SagaState after,
            Possession possession) {
        return of(definition, OperationAmounts.RECORDED, guard, before, events, after, possession);
    }

    /**
     * The append of {@code events}.
     *
     * @param amounts what operations are worth that left the happy path; asked for no others
     * @param before the state before them; null for a new saga
     * @param after the state after them
     */
    public static Append of(
            SagaDefinition<?> definition,
            OperationAmounts amounts,
            Guard guard,
            @Nullable SagaState before,
            List<SagaEvent> events,
            SagaState after,
            Possession possession) {
        return new Append(
                after.key(),
                guard,
                events,
                SagaLifecycle.statusOf(definition, after),
                possession,
                operations(before, events, after, name -> amounts.atRisk(definition, after, name)),
                reviews(before, events, after),
                letters(before, after),
                movedTo(before, after),
                messages(events, after),
                Map.of());
    }

    private static @Nullable Integer movedTo(@Nullable SagaState before, SagaState after) {
        int version = after.origin().definitionVersion();
        return before == null || before.origin().definitionVersion() == version ? null : version;
    }

    /** A saga that ends tells the one whose step it was started for, by the same commit. */
    private static List<Letter> letters(@Nullable SagaState before, SagaState after) {
        String parent = after.origin().parent();
        boolean hasEnded = after.end() != null && (before == null || before.end() != after.end());
        if (parent == null || !hasEnded) {
            return List.of();
        }
        String id = "ended:" + after.version() + ":" + after.key().id();
        return List.of(new Letter(
                new OperationKey(parent).saga(),
                id,
                new Letter.Woken("saga " + after.key(), "it ended as " + after.end())));
    }

    private static List<OutboxMessage> messages(List<SagaEvent> events, SagaState after) {
        List<OutboxMessage> messages = new ArrayList<>();
        for (SagaEvent event : events) {
            if (event instanceof SagaEvent.MessagePublished published) {
                messages.add(OutboxMessage.of(after.key().operation(published.operation()), published.request()));
            }
        }
        return messages;
    }

    /** A review that was closed and opened again is two changes. */
    private static List<ReviewChange> reviews(@Nullable SagaState before, List<SagaEvent> events, SagaState after) {
        Map<String, SagaState.Review> was = before == null ? Map.of() : before.reviews();
        if (was.isEmpty() && after.reviews().isEmpty()) {
            return List.of();
        }
        Instant at =
                events.isEmpty() ? Instant.EPOCH : events.get(events.size() - 1).at();
        List<ReviewChange> changes = new ArrayList<>();
        was.forEach((operation, review) -> {
            if (isOpenedAnew(before, after, operation)) {
                changes.add(new ReviewChange.Closed(operation, at));
            }
        });
        after.reviews().forEach((operation, review) -> {
            if (isOpenedAnew(before, after, operation)) {
                changes.add(new ReviewChange.Opened(
                        operation,
                        after.key().operation(operation),
                        review.reason(),
                        review.detail(),
                        after.revisionOf(operation),
                        at));
            }
        });
        return changes;
    }

    private static boolean isOpenedAnew(@Nullable SagaState before, SagaState after, String operation) {
        return before == null
                || !Objects.equals(
                        before.reviews().get(operation), after.reviews().get(operation))
                || before.revisionOf(operation) != after.revisionOf(operation);
    }

    /**
     * Possession of a saga that its owner lets go: due when the next thing is, or at rest when nothing is.
     *
     * @param now the time that the delay counts from
     */
    public static Possession letGo(SagaDefinition<?> definition, SagaState state, Instant now) {
        return delay(definition, state, now)
                .<Possession>map(Possession.DueIn::new)
                .orElseGet(Possession.Rest::new);
    }

    /** Possession after a command from outside: an owner keeps the saga unless it has ended; one at rest stays at rest. */
    public static Possession unlessOwned(SagaDefinition<?> definition, SagaState state, Instant now) {
        if (state.end() != null) {
            return new Possession.Rest();
        }
        return delay(definition, state, now)
                .<Possession>map(Possession.DueUnlessOwned::new)
                .orElseGet(Possession.Keep::new);
    }

    private static Optional<Duration> delay(SagaDefinition<?> definition, SagaState state, Instant now) {
        Duration soonest = null;
        for (Effect effect : Effects.of(definition, state, now)) {
            if (!(effect instanceof Effect.WakeAt wake)) {
                return Optional.of(Duration.ZERO);
            }
            soonest = Duration.between(now, wake.time());
        }
        return Optional.ofNullable(soonest);
    }

    private static List<OperationRow> operations(
            @Nullable SagaState before,
            List<SagaEvent> events,
            SagaState after,
            Function<String, Optional<Amount>> amounts) {
        Map<String, SagaEvent.OperationEvent> touched = new LinkedHashMap<>();
        for (SagaEvent event : events) {
            if (event instanceof SagaEvent.OperationEvent operationEvent) {
                touched.put(operationEvent.operation(), operationEvent);
            }
        }
        List<OperationRow> rows = new ArrayList<>();
        touched.forEach((name, last) -> {
            OperationState operation = after.operation(name);
            OperationStatus was = before == null ? OperationStatus.PLANNED : before.statusOf(name);
            OperationKey key = after.key().operation(name);
            boolean undone = key.isCompensation() && operation.status() == OperationStatus.SUCCEEDED;
            if (undone || !isHappy(was) || !isHappy(operation.status()) || wasTriedAgain(operation)) {
                rows.add(row(operation, key, events, amounts.apply(name).orElse(null), last.at()));
            }
        });
        return rows;
    }

    private static boolean isHappy(OperationStatus status) {
        return status == OperationStatus.PLANNED
                || status == OperationStatus.IN_FLIGHT
                || status == OperationStatus.SUCCEEDED
                || status == OperationStatus.AWAITING
                || status == OperationStatus.SKIPPED;
    }

    private static boolean wasTriedAgain(OperationState operation) {
        return operation.attempts().started() > 1 || operation.attempts().uncertain() > 0;
    }

    private static OperationRow row(
            OperationState operation,
            OperationKey key,
            List<SagaEvent> events,
            @Nullable Amount amount,
            Instant since) {
        OperationKey compensated = key.isCompensation() ? key.original() : null;
        return new OperationRow(
                operation.name(),
                key,
                compensated,
                operation.status(),
                operation.attempts().started(),
                operation.attempts().firstSentAt(),
                since,
                amount,
                trouble(operation, events));
    }

    private static @Nullable String trouble(OperationState operation, List<SagaEvent> events) {
        String found = null;
        for (SagaEvent event : events) {
            if (event instanceof SagaEvent.OperationEvent own && own.operation().equals(operation.name())) {
                found = describe(own, found);
            }
        }
        return found == null || found.length() <= LONGEST_ERROR ? found : found.substring(0, LONGEST_ERROR);
    }

    private static @Nullable String describe(SagaEvent.OperationEvent event, @Nullable String before) {
        if (event instanceof SagaEvent.OutcomeUnknown unknown) {
            return unknown.evidence();
        } else if (event instanceof SagaEvent.AttemptNotExecuted notExecuted) {
            return notExecuted.code() + ": " + notExecuted.message();
        } else if (event instanceof SagaEvent.OperationRejected rejected) {
            return rejected.code() + ": " + rejected.message();
        } else if (event instanceof SagaEvent.OperationGivenUp givenUp) {
            return givenUp.code() + ": " + givenUp.message();
        } else if (event instanceof SagaEvent.QueryInconclusive inconclusive) {
            return inconclusive.answer() + ": " + inconclusive.detail();
        } else if (event instanceof SagaEvent.ReviewOpened review) {
            return review.reason() + ": " + review.detail();
        }
        return before;
    }
}

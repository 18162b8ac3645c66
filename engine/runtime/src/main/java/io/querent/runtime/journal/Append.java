package io.querent.runtime.journal;

import io.querent.decision.SagaEvent;
import io.querent.decision.SagaStatus;
import io.querent.saga.SagaKey;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Events to append to one saga, and what they make of its row.
 *
 * @param key the saga
 * @param guard what must still be true of the row
 * @param events the events; may be empty, to change possession alone
 * @param status where the saga stands after them
 * @param possession who has the saga after them
 * @param operations rows to write of operations that left the happy path
 * @param reviews what becomes of open reviews; closings come first
 * @param letters letters to other sagas
 * @param movedTo version of the definition that the saga runs under from now on; null when it stays
 * @param messages messages to be published
 * @param attributes what people search the saga by; given with its start alone, and fit to be stored
 */
public record Append(
        SagaKey key,
        Guard guard,
        List<SagaEvent> events,
        SagaStatus status,
        Possession possession,
        List<OperationRow> operations,
        List<ReviewChange> reviews,
        List<Letter> letters,
        @Nullable Integer movedTo,
        List<OutboxMessage> messages,
        Map<String, String> attributes) {
    /** @throws IllegalArgumentException when attributes come with anything but a start */
    public Append {
        events = List.copyOf(events);
        operations = List.copyOf(operations);
        reviews = List.copyOf(reviews);
        letters = List.copyOf(letters);
        messages = List.copyOf(messages);
        attributes = SearchText.fit(attributes);
        if (!attributes.isEmpty() && !(guard instanceof Guard.New)) {
            throw new IllegalArgumentException("attributes are stored with a saga's start and never again");
        }
    }

    /** An append without messages and attributes. */
    public Append(
            SagaKey key,
            Guard guard,
            List<SagaEvent> events,
            SagaStatus status,
            Possession possession,
            List<OperationRow> operations,
            List<ReviewChange> reviews,
            List<Letter> letters,
            @Nullable Integer movedTo) {
        this(key, guard, events, status, possession, operations, reviews, letters, movedTo, List.of(), Map.of());
    }

    /**
     * What a person decided that these events carry out; empty for nearly all appends. It gets its entry in the audit by the same commit
     * (R13). A wake-up that follows from a decision is part of it.
     */
    public Optional<Decided> decided() {
        Decided woken = null;
        for (SagaEvent event : events) {
            if (event instanceof SagaEvent.DecisionTaken taken) {
                return Optional.of(new Decided(taken.requestId(), taken.operator()));
            } else if (event instanceof SagaEvent.SagaWoken wake) {
                woken = new Decided(wake.requestId(), wake.operator());
            }
        }
        return Optional.ofNullable(woken);
    }

    /**
     * Something that a person decided.
     *
     * @param requestId id of the letter that says so
     */
    public record Decided(String requestId, String operator) {}

    /** This append of a start, with what people search the saga by. */
    public Append with(Map<String, String> searched) {
        return searched.isEmpty()
                ? this
                : new Append(
                        key,
                        guard,
                        events,
                        status,
                        possession,
                        operations,
                        reviews,
                        letters,
                        movedTo,
                        messages,
                        searched);
    }
}

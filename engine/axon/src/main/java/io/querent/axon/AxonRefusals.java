package io.querent.axon;

import io.querent.runtime.journal.AppendResult;
import io.querent.saga.QuerentException;
import io.querent.saga.SagaId;
import org.axonframework.eventhandling.EventMessage;
import org.axonframework.eventhandling.TrackingToken;
import org.axonframework.eventsourcing.eventstore.EventStoreException;
import org.axonframework.modelling.command.AggregateStreamCreationException;
import org.axonframework.modelling.command.ConcurrencyException;
import org.jspecify.annotations.Nullable;

/** What this module refuses, one factory a cause. Where Axon's contract names an exception, it is that one with our message. */
final class AxonRefusals {
    private AxonRefusals() {}

    static EventStoreException notOfASaga(EventMessage<?> message) {
        return new EventStoreException("QRT-4001 only events of sagas can be stored; found="
                + message.getPayloadType().getName()
                + "; publish your own events on an event bus of your own");
    }

    static EventStoreException severalSagas(String one, String other) {
        return new EventStoreException("QRT-4002 one unit of work changes several sagas; saga=" + one + ", and=" + other
                + "; each saga is appended for itself, so all or nothing cannot be promised: send one command a saga");
    }

    static EventStoreException outOfOrder(SagaId saga, long expected, long found) {
        return new EventStoreException("QRT-4003 events do not follow one another; saga=" + saga
                + ", expected=sequence " + expected + ", found=sequence " + found + "; nothing was stored");
    }

    static EventStoreException startThroughAxon(SagaId saga) {
        return new EventStoreException("QRT-4004 a saga is not started through Axon; saga=" + saga
                + "; start it through SagaEngine, which also owns it from the first event on");
    }

    static EventStoreException noSuchSaga(SagaId saga) {
        return new EventStoreException("QRT-4005 there is no saga to append to; saga=" + saga + "; nothing was stored");
    }

    static EventStoreException cannotFollow(SagaId saga, IllegalStateException why) {
        return new EventStoreException(
                "QRT-4006 the events cannot follow the saga's state; saga=" + saga + ", found=" + why.getMessage()
                        + "; nothing was stored",
                why);
    }

    static EventStoreException notAppended(SagaId saga, Throwable why) {
        return new EventStoreException(
                "QRT-4007 the events were not stored; saga=" + saga + ", found=" + why.getMessage(), why);
    }

    static ConcurrencyException moved(SagaId saga, long expected, Object found) {
        return new ConcurrencyException("QRT-4008 the saga has moved on; saga=" + saga + ", expected=" + expected
                + " events, found=" + found + "; decide the command again on the new state");
    }

    static AggregateStreamCreationException exists(SagaId saga, long found) {
        return new AggregateStreamCreationException("QRT-4009 the saga exists; saga=" + saga
                + ", expected=no events, found=" + found + " events; start it through SagaEngine, which finds it");
    }

    static IllegalStateException impossible(SagaId saga, AppendResult result) {
        return new IllegalStateException("an append to saga " + saga + " cannot end as " + result);
    }

    static QuerentException ownersCommand(Object command) {
        return new QuerentException(
                "QRT-4010",
                "this command is its owner's alone; command="
                        + command.getClass().getSimpleName()
                        + ", expected=one of RecordEvidence, WakeSaga; the owner appends under its fencing token");
    }

    static QuerentException handlerWithoutGroup(Object handler) {
        return new QuerentException(
                "QRT-4011",
                "an event handler has no processing group; handler="
                        + handler.getClass().getName()
                        + "; annotate its class with @ProcessingGroup(\"name\"): its position is stored under that name");
    }

    static QuerentException noTokenStore(int handlers) {
        return new QuerentException(
                "QRT-4012",
                "event handlers need a place to store their positions; handlers=" + handlers
                        + "; give a token store that survives restarts");
    }

    static IllegalArgumentException foreignToken(@Nullable TrackingToken token) {
        return new IllegalArgumentException("QRT-4013 this token is not of the saga log; found=" + token
                + "; reset the processor, its position was stored by another event store");
    }
}

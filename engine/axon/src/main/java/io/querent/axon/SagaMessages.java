package io.querent.axon;

import io.querent.decision.SagaEvent;
import io.querent.runtime.journal.EventLog.LoggedEvent;
import java.util.Map;
import org.axonframework.eventhandling.DomainEventMessage;
import org.axonframework.eventhandling.GenericDomainEventMessage;
import org.axonframework.eventhandling.GenericTrackedDomainEventMessage;
import org.axonframework.eventhandling.TrackedEventMessage;

/**
 * Logged events as Axon's messages. The aggregate is the saga, its identifier the text of the saga's id. Axon counts a stream's
 * events from 0, the journal from 1; the translation is here and in {@link NewEvents}, nowhere else.
 */
public final class SagaMessages {
    /** Metadata of every event: text of the saga's key, for {@code @MetaDataValue(SagaMessages.SAGA_KEY)}. */
    public static final String SAGA_KEY = "sagaKey";

    /** Type of the aggregate, as Axon shows it. */
    public static final String AGGREGATE_TYPE = "saga";

    private SagaMessages() {}

    /** The message's identifier is derived from saga and number, so an event read twice is recognisably the same. */
    static DomainEventMessage<SagaEvent> of(LoggedEvent logged) {
        String saga = logged.saga().id().toString();
        return new GenericDomainEventMessage<>(
                AGGREGATE_TYPE,
                saga,
                logged.sequence() - 1,
                logged.event(),
                Map.of(SAGA_KEY, logged.saga().toString()),
                saga + '/' + logged.sequence(),
                logged.event().at());
    }

    static TrackedEventMessage<SagaEvent> tracked(LoggedEvent logged) {
        return new GenericTrackedDomainEventMessage<>(LogPosition.of(logged.position()), of(logged));
    }
}

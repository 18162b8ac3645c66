package io.querent.axon;

import io.querent.decision.SagaEvent;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import org.axonframework.config.ProcessingGroup;
import org.axonframework.eventhandling.DisallowReplay;
import org.axonframework.eventhandling.EventHandler;
import org.axonframework.eventhandling.ReplayStatus;
import org.axonframework.messaging.annotation.MessageIdentifier;
import org.axonframework.messaging.annotation.MetaDataValue;

/** A user's event handler: remembers what it was given, and fails when told to. */
@ProcessingGroup(Recorder.GROUP)
final class Recorder {
    static final String GROUP = "recorder";

    private final List<Handled> handled = new CopyOnWriteArrayList<>();
    private volatile Predicate<SagaEvent> fails = event -> false;

    record Handled(String id, String sagaKey, SagaEvent event, boolean replay) {}

    @EventHandler
    void on(
            SagaEvent event,
            @MessageIdentifier String id,
            @MetaDataValue(SagaMessages.SAGA_KEY) String sagaKey,
            ReplayStatus status) {
        if (fails.test(event)) {
            throw new IllegalStateException("told to fail");
        }
        handled.add(new Handled(id, sagaKey, event, status.isReplay()));
    }

    void failWhen(Predicate<SagaEvent> condition) {
        fails = condition;
    }

    List<Handled> handled() {
        return List.copyOf(handled);
    }

    List<String> ids() {
        return handled.stream().map(Handled::id).toList();
    }

    /** A handler with an effect in the world: never run in a replay. */
    @ProcessingGroup(Recorder.GROUP)
    static final class Mailer {
        private final List<SagaEvent> sent = new CopyOnWriteArrayList<>();

        @EventHandler
        @DisallowReplay
        void on(SagaEvent.SagaCompleted event) {
            sent.add(event);
        }

        List<SagaEvent> sent() {
            return List.copyOf(sent);
        }
    }
}

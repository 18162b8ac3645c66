package io.querent.receiver.spring;

import io.querent.outbox.MessagePublisher;
import io.querent.outbox.OutboxRelay;
import io.querent.outbox.RelaySettings;
import io.querent.receiver.outbox.ServiceOutbox;
import org.jspecify.annotations.Nullable;
import org.springframework.context.SmartLifecycle;

/** Sends what is in the service's outbox while the application runs. */
final class OutboxLifecycle implements SmartLifecycle {
    private final ServiceOutbox outbox;
    private final MessagePublisher publisher;
    private @Nullable OutboxRelay relay;

    OutboxLifecycle(ServiceOutbox outbox, MessagePublisher publisher) {
        this.outbox = outbox;
        this.publisher = publisher;
    }

    @Override
    public synchronized void start() {
        if (relay == null) {
            relay = OutboxRelay.start(outbox, publisher, RelaySettings.DEFAULT);
        }
    }

    @Override
    public synchronized void stop() {
        if (relay != null) {
            relay.close();
            relay = null;
        }
    }

    @Override
    public synchronized boolean isRunning() {
        return relay != null;
    }
}

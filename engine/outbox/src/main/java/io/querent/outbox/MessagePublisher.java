package io.querent.outbox;

/** Hands messages to a broker. Yours to implement; called by several threads at a time. */
@FunctionalInterface
public interface MessagePublisher {
    /**
     * Sends a message and returns when the broker has acknowledged it. Whatever is thrown means that it is not known whether it was
     * sent: it is sent again, under the same id. A thread that takes too long is interrupted.
     *
     * @param message give its id to the broker, so that consumers recognise a message that comes twice, and its ordering key, if it has
     *     one, as what the broker keeps the order by
     */
    void publish(OutgoingMessage message) throws Exception;
}

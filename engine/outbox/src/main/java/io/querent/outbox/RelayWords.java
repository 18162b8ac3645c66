package io.querent.outbox;

import java.util.function.Function;

/**
 * What a relay's threads are called and what its log lines say, which are about other things where messages come in than where they go out.
 * Immutable.
 *
 * @param speaker class whose log it is
 * @param place where messages wait, as in {@code outbox}; part of the names of threads
 * @param worker who does it, as in {@code sender}; name of the threads
 * @param naming what a message is called by, and where it goes, as in {@code order-17:paid to orders}
 * @param done what is done with a message, as in {@code sent}
 * @param behind which messages wait for a parked one
 */
public record RelayWords(
        Class<?> speaker,
        String place,
        String worker,
        Function<OutgoingMessage, String> naming,
        String done,
        String behind) {
    /** Of messages that are sent. */
    public static final RelayWords OUTBOX = new RelayWords(
            OutboxRelay.class,
            "outbox",
            "sender",
            message -> message.id() + " to " + message.topic(),
            "sent",
            "messages of the same topic and ordering key wait");
}

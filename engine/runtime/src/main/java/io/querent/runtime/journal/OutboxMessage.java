package io.querent.runtime.journal;

import io.querent.decision.FrozenRequest;
import io.querent.saga.OperationKey;
import org.jspecify.annotations.Nullable;

/**
 * A message on its way out.
 *
 * @param id key of the operation that it is of, by which consumers recognise a repeated one
 * @param topic where it goes
 * @param orderingKey messages of one topic with the same key keep their order; null when it does not matter
 * @param payload what it says, as JSON text, byte for byte as the saga's history holds it
 */
public record OutboxMessage(
        OperationKey id, String topic, @Nullable String orderingKey, String payload) {
    /**
     * The message that a step or compensation publishes.
     *
     * @throws io.querent.saga.QuerentException when the request is no message
     */
    public static OutboxMessage of(OperationKey id, FrozenRequest request) {
        return MessageReader.read(id, request.body());
    }
}

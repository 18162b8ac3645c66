package io.querent.saga;

import java.util.List;

/**
 * Describes a step that publishes a message: it is written into the outbox in the same transaction as the step's event, and sent from
 * there at least once. Not thread-safe.
 *
 * @param <I> type of the saga's input
 */
public final class PublishBuilder<I> extends PlaceBuilder<I, PublishBuilder<I>> {
    PublishBuilder(String saga, String step) {
        super(new StepSketch<>(saga, step, Done.class));
        sketch.retriable = true;
    }

    @Override
    PublishBuilder<I> self() {
        return this;
    }

    /** How the message comes to be, from the input and the results of earlier steps; once. */
    public Published message(RequestFactory<I, Message<?>> factory) {
        return new Published(publication(sketch.name, (saga, name) -> factory.build(saga)));
    }

    private OperationDefinition<I, ?, ?> publication(
            String name, OperationDefinition.NamedRequestFactory<I, Message<?>> factory) {
        OperationSketch<I, Message<?>, Done> operation =
                new OperationSketch<>(sketch.saga, name, Done.class, RetryBudget.ACTION);
        operation.request(anyMessage(), factory);
        operation.perform(OperationKind.PUBLISH, (call, message) -> {
            throw new IllegalStateException("a message is written into the outbox, not sent by a call");
        });
        return operation.define();
    }

    @SuppressWarnings("unchecked")
    private static Class<Message<?>> anyMessage() {
        return (Class<Message<?>>) (Class<?>) Message.class;
    }

    /** A message whose consequences for turning back are still to be said. Not thread-safe. */
    public final class Published {
        private final OperationDefinition<I, ?, ?> operation;

        private Published(OperationDefinition<I, ?, ?> operation) {
            this.operation = operation;
        }

        /** Nobody has to be told when the saga turns back. Say why. */
        public Described<I> needsNoUndo(String reason) {
            sketch.requireText("needsNoUndo", reason);
            sketch.needsNoUndo = true;
            return new Described<>(sketch.define(operation));
        }

        /** The message that takes the first one back when the saga turns back. */
        public Described<I> takenBackBy(RequestFactory<I, Message<?>> factory) {
            String undo = OperationKey.compensationOf(sketch.name);
            sketch.compensation = new CompensationDefinition<>(
                    publication(undo, (saga, name) -> factory.build(saga)), List.of(), null);
            return new Described<>(sketch.define(operation));
        }
    }
}

package io.querent.axon;

import java.util.List;
import org.axonframework.common.annotation.AnnotationUtils;
import org.axonframework.common.transaction.NoTransactionManager;
import org.axonframework.common.transaction.TransactionManager;
import org.axonframework.config.ProcessingGroup;
import org.axonframework.eventhandling.tokenstore.TokenStore;
import org.jspecify.annotations.Nullable;

/**
 * Objects with {@code @EventHandler} methods, and where the positions of their processors are kept. Handlers of one
 * {@code @ProcessingGroup} share a processor.
 *
 * @param handlers the objects; each class is annotated with {@code @ProcessingGroup}
 * @param tokenStore where positions are kept, built with a {@link QuerentSerializer}; null when there are no handlers
 * @param transactions around each batch, so that what handlers write and the position commit together
 */
public record EventSubscribers(
        List<Object> handlers, @Nullable TokenStore tokenStore, TransactionManager transactions) {
    /** No handlers. */
    public static final EventSubscribers NONE = new EventSubscribers(List.of(), null, NoTransactionManager.INSTANCE);

    /** @throws io.querent.saga.QuerentException when a handler names no group, or there are handlers and no token store */
    public EventSubscribers {
        handlers = List.copyOf(handlers);
        for (Object handler : handlers) {
            // Axon would take the name of the package, and forget the position when the class moves.
            if (!AnnotationUtils.isAnnotationPresent(handler.getClass(), ProcessingGroup.class)) {
                throw AxonRefusals.handlerWithoutGroup(handler);
            }
        }
        if (!handlers.isEmpty() && tokenStore == null) {
            throw AxonRefusals.noTokenStore(handlers.size());
        }
    }
}

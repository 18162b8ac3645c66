package io.querent.spring.axon;

import io.querent.axon.EventSubscribers;
import io.querent.spring.StartUpException;
import org.axonframework.common.transaction.NoTransactionManager;
import org.axonframework.eventhandling.tokenstore.TokenStore;
import org.axonframework.eventhandling.tokenstore.inmemory.InMemoryTokenStore;

/**
 * Proof that event handlers run in transactions and that their positions are kept. An application may bring Axon parts of its own,
 * and Axon's Spring Boot starter brings such as do neither.
 */
final class AxonCheck {
    private AxonCheck() {}

    /** @throws StartUpException when there are handlers and what they need is not there */
    static EventSubscribers passed(EventSubscribers subscribers) {
        if (!subscribers.handlers().isEmpty()) {
            if (subscribers.transactions() instanceof NoTransactionManager) {
                throw StartUpException.axonWithoutTransactions(nameOf(subscribers.transactions()));
            }
            TokenStore tokenStore = subscribers.tokenStore();
            if (tokenStore == null || tokenStore instanceof InMemoryTokenStore) {
                throw StartUpException.forgetfulTokenStore(tokenStore == null ? "none" : nameOf(tokenStore));
            }
        }
        return subscribers;
    }

    private static String nameOf(Object bean) {
        return bean.getClass().getName();
    }
}

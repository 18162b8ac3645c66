package io.querent.receiver.web;

import io.querent.receiver.OperationTransaction;
import jakarta.servlet.ServletRequest;
import org.jspecify.annotations.Nullable;

/** Hands the guard's transaction to the endpoint that runs in it. */
public final class OperationScope {
    private static final String ATTRIBUTE = OperationScope.class.getName();

    private OperationScope() {}

    /**
     * The transaction that the request's key was claimed in.
     *
     * @throws IllegalStateException when the request is for no endpoint of {@link IdempotentEndpoints}
     */
    public static OperationTransaction of(ServletRequest request) {
        if (request.getAttribute(ATTRIBUTE) instanceof OperationTransaction transaction) {
            return transaction;
        }
        throw new IllegalStateException(
                "this endpoint is none of those declared as idempotent; declare its method and path");
    }

    static void set(ServletRequest request, @Nullable OperationTransaction transaction) {
        request.setAttribute(ATTRIBUTE, transaction);
    }
}

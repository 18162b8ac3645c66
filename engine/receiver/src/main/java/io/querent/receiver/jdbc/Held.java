package io.querent.receiver.jdbc;

import io.querent.receiver.OperationRequest;

/** An operation that this process holds. */
record Held(OperationRequest request, OperationId id, String owner, long token, int attempt) {
    static Held of(OperationRequest request, String owner, long token, int attempt) {
        return new Held(request, OperationId.of(request.caller(), request.key()), owner, token, attempt);
    }

    Held nextAttempt() {
        return new Held(request, id, owner, token, attempt + 1);
    }
}

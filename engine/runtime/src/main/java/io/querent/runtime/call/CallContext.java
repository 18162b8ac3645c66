package io.querent.runtime.call;

import io.querent.decision.FrozenRequest;
import io.querent.saga.Call;
import io.querent.saga.OperationKey;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a call carries. */
public record CallContext(
        OperationKey operationKey,
        String downstreamKey,
        long fencingToken,
        int attempt,
        Instant deadline,
        FrozenRequest frozen,
        @Nullable String reference)
        implements Call {
    /** The same for a question, which has a deadline of its own: that of the attempt it asks about may have passed long ago. */
    public CallContext until(Instant ownDeadline) {
        return new CallContext(operationKey, downstreamKey, fencingToken, attempt, ownDeadline, frozen, reference);
    }

    @Override
    public byte[] requestBody() {
        return frozen.bytes();
    }

    @Override
    public Optional<OperationKey> compensates() {
        return operationKey.isCompensation() ? Optional.of(operationKey.original()) : Optional.empty();
    }

    @Override
    public Optional<String> pendingReference() {
        return Optional.ofNullable(reference);
    }
}

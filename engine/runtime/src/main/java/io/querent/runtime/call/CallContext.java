package io.querent.runtime.call;

import io.querent.decision.FrozenRequest;
import io.querent.saga.Call;
import io.querent.saga.ChildSagas;
import io.querent.saga.OperationKey;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
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
        @Nullable String reference,
        Around around)
        implements Call {
    /**
     * What there is around a call.
     *
     * @param clock the engine's
     * @param turningBack whether the saga has turned back
     * @param children other sagas
     */
    public record Around(InstantSource clock, boolean turningBack, ChildSagas children) {}

    /** A call outside of an engine, by this machine's clock. */
    public CallContext(
            OperationKey operationKey,
            String downstreamKey,
            long fencingToken,
            int attempt,
            Instant deadline,
            FrozenRequest frozen,
            @Nullable String reference) {
        this(
                operationKey,
                downstreamKey,
                fencingToken,
                attempt,
                deadline,
                frozen,
                reference,
                new Around(InstantSource.system(), false, new NoChildSagas()));
    }

    /** The same for a question, which has a deadline of its own: that of the attempt it asks about may have passed long ago. */
    public CallContext until(Instant ownDeadline) {
        return new CallContext(
                operationKey, downstreamKey, fencingToken, attempt, ownDeadline, frozen, reference, around);
    }

    @Override
    public Duration timeLeft() {
        Instant now = around.clock().instant();
        return deadline.isAfter(now) ? Duration.between(now, deadline) : Duration.ZERO;
    }

    @Override
    public boolean turningBack() {
        return around.turningBack();
    }

    @Override
    public ChildSagas children() {
        return around.children();
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

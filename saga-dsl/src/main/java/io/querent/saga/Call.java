package io.querent.saga;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** What every call and query of an operation carries. Immutable. */
public interface Call {
    /** The operation's stable identity: the same on every attempt. */
    OperationKey operationKey();

    /** The key in the form that fits the downstream's {@linkplain Downstream#keyLength() limit}: what to send. */
    String downstreamKey();

    /** The ever-growing number that proves who may run the saga now; a protected resource refuses smaller ones. */
    long fencingToken();

    /** Number of this attempt, from 1; for a query, the number of attempts made so far. For logs, never for keys. */
    int attempt();

    /** When the engine stops waiting and records the outcome as unknown. */
    Instant deadline();

    /** The request, frozen at the first attempt: send these bytes, not the request serialised anew. */
    byte[] requestBody();

    /** For a compensation, the key of the operation it makes good for. */
    Optional<OperationKey> compensates();

    /** The downstream's own name for the operation, when it answered that it was accepted and not final. */
    Optional<String> pendingReference();

    /**
     * How long there is until {@link #deadline()}, by the engine's clock; zero when it has passed. For socket timeouts: comparing the
     * deadline with this machine's own clock would mix two clocks.
     */
    Duration timeLeft();

    /** Whether the saga has turned back since the operation began. A step that runs another saga makes that one turn back too. */
    boolean turningBack();

    /** Other sagas, for steps that run them. */
    ChildSagas children();
}

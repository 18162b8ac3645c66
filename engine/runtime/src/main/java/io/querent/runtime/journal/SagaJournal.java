package io.querent.runtime.journal;

import io.querent.saga.SagaId;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;

/**
 * Where sagas are kept: their events, one row a saga, one row an operation that left the happy path, written together.
 *
 * <p>Thread-safe. Methods that read or write at once throw {@link JournalUnavailableException} when the database cannot be
 * reached; nothing is then known to have changed.
 */
public interface SagaJournal {
    /**
     * Appends events, and what they make of the saga's row, in one transaction that is shared with other sagas' appends. The
     * stage completes after the commit, on a thread of the journal: continue elsewhere.
     *
     * <p>While the database is not reachable, the append waits and is tried again. When it is not known whether a commit
     * happened, the stored events are compared before anything is repeated, so a completed stage always states a fact. The
     * stage completes exceptionally with {@link JournalClosedException} when the journal is closed first, and with
     * {@link AppendRefusedException} when the database refuses the data itself; other sagas' appends are not touched by that.
     *
     * <p>Two appends of one saga that are under way at a time, an owner's and one from outside, go into different transactions.
     */
    CompletionStage<AppendResult> append(Append append);

    /**
     * The same by a thread that may block. Where nobody else is writing it writes at once itself, which spares two hand-overs from
     * thread to thread; the stage is complete then when this returns.
     */
    default CompletionStage<AppendResult> appendHere(Append append) {
        return append(append);
    }

    /** The saga with all its events, as committed. */
    Optional<StoredSaga> find(SagaId id);

    /** Those of the sagas that exist, with all their events; each once, however often its id is given. */
    List<StoredSaga> load(Collection<SagaId> ids);

    /** Those of the sagas that have ended, with all their events. */
    default List<StoredSaga> loadEnded(Collection<SagaId> ids) {
        return load(ids).stream()
                .filter(stored -> stored.row().status().isFinal())
                .toList();
    }

    /** The saga's row alone. */
    Optional<SagaRow> findRow(SagaId id);

    /**
     * Takes over sagas whose due time has come or whose owner's lease has ended, by the database's clock, each with a new
     * fencing token. Rows that others are looking at are skipped, not waited for. Lost owners come first; where more is due than can be
     * taken, the parties take turns, so that nobody's backlog keeps another party waiting.
     */
    List<StoredSaga> claim(Claim claim);

    /**
     * Renews leases in one statement, by the database's clock, each only if node and token still hold it.
     *
     * @return those that are still held; the caller has lost the others
     */
    Set<SagaId> renew(String node, Collection<HeldLease> leases, Duration lease);

    /** The database's time. */
    Instant serverTime();

    /**
     * How many sagas that have not ended have nothing that would ever wake them up: no due time, no owner, no open review (R15). It
     * must be 0.
     */
    long countWithoutWakeUp();

    /** Letters from outside. */
    Mailbox mailbox();

    /** Cases that wait for a person. */
    Reviews reviews();

    /** What people decided. */
    AuditTrail audit();

    /** Versions of definitions. */
    DefinitionRegistry definitions();

    /** Messages that are to be published. */
    Outbox outbox();

    /** Finds sagas. */
    SagaSearch search();

    /** A lease that the caller believes to hold. */
    record HeldLease(SagaId saga, long token) {}

    /**
     * What to claim.
     *
     * @param node who claims
     * @param definitions definitions that the node can run; sagas of others are left alone
     * @param limit at most so many
     * @param lease how long the lease lasts without renewal
     * @param full parties of which the node has so many that their due sagas are left to others; lost owners are taken over all the same
     */
    record Claim(
            String node, Collection<DefinitionVersion> definitions, int limit, Duration lease, Collection<Party> full) {
        public Claim {
            definitions = List.copyOf(definitions);
            full = List.copyOf(full);
        }

        /** A claim by a node that has room for everybody. */
        public Claim(String node, Collection<DefinitionVersion> definitions, int limit, Duration lease) {
            this(node, definitions, limit, lease, List.of());
        }
    }

    /** Name and version of a definition. */
    record DefinitionVersion(String name, int version) {}
}

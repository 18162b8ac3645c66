package io.querent.postgres;

import io.querent.runtime.journal.Append;
import io.querent.runtime.journal.AppendResult;
import io.querent.runtime.journal.AuditTrail;
import io.querent.runtime.journal.DefinitionRegistry;
import io.querent.runtime.journal.Mailbox;
import io.querent.runtime.journal.Outbox;
import io.querent.runtime.journal.Reviews;
import io.querent.runtime.journal.SagaJournal;
import io.querent.runtime.journal.SagaRow;
import io.querent.runtime.journal.SagaSearch;
import io.querent.runtime.journal.StoredSaga;
import io.querent.runtime.masking.MaskedFailure;
import io.querent.saga.SagaId;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The journal in PostgreSQL. Appends of different sagas that come at the same time share a transaction. Needs a data source that
 * has a connection for each writer and one or two for claims, and the schema that {@link PostgresSchema} makes. Thread-safe.
 */
public final class PostgresJournal implements SagaJournal, AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(PostgresJournal.class);

    /** How long a claimed saga with an unreadable event is left alone. Long enough not to spin, short enough for a rolling update. */
    private static final Duration PUT_OFF = Duration.ofMinutes(5);

    private static final String SELECT_SERVER_TIME = "SELECT clock_timestamp()";

    /** The first is kept at 0 by a constraint; the second holds what waits for a person against the queue that people see. */
    private static final String COUNT_WITHOUT_WAKE_UP = """
            SELECT (
                SELECT count(*) FROM querent.saga
                WHERE wake_at IS NULL AND ended_at IS NULL AND status NOT IN (4, 5))
            + (
                SELECT count(*) FROM querent.saga AS s
                WHERE status IN (4, 5) AND wake_at IS NULL AND NOT EXISTS (
                    SELECT 1 FROM querent.review AS r
                    WHERE r.bucket = s.bucket AND r.saga_id = s.saga_id AND r.closed_at IS NULL))
            """;

    private final Database database;
    private final StoredPayloads payloads;
    private final StoredSagas sagas;
    private final SagaClaims claims = new SagaClaims();
    private final PostgresDefinitions definitions;
    private final GroupCommit groupCommit;
    private final PostgresMailbox mailbox;
    private final PostgresReviews reviews;
    private final PostgresAuditTrail audit;
    private final PostgresOutbox outbox;
    private final PostgresSearch search;

    /** Opens a journal with the default settings. */
    public PostgresJournal(DataSource dataSource) {
        this(dataSource, JournalSettings.DEFAULT);
    }

    /** Opens a journal and starts its writers. */
    public PostgresJournal(DataSource dataSource, JournalSettings settings) {
        this.database = new Database(dataSource, settings.answerLimit());
        this.payloads = new StoredPayloads(settings.protection());
        this.sagas = new StoredSagas(payloads.events());
        this.groupCommit = new GroupCommit(database, settings);
        this.mailbox = new PostgresMailbox(database, payloads);
        this.reviews = new PostgresReviews(database);
        this.audit = new PostgresAuditTrail(database, payloads.letters());
        this.definitions = new PostgresDefinitions(database, sagas);
        this.outbox = new PostgresOutbox(database, payloads);
        this.search = new PostgresSearch(database);
    }

    /**
     * {@inheritDoc}
     *
     * <p>Waits for room while too many appends are queued.
     *
     * @throws IllegalArgumentException when guard and possession do not go together
     */
    @Override
    public CompletionStage<AppendResult> append(Append append) {
        return groupCommit.append(encode(append));
    }

    @Override
    public CompletionStage<AppendResult> appendHere(Append append) {
        return groupCommit.appendHere(encode(append));
    }

    /**
     * Appends on the caller's connection, in the caller's transaction, which the caller commits or rolls back. Anything but
     * {@link AppendResult.Appended} has written nothing.
     *
     * @throws SQLException what the database says; the transaction can only be rolled back then
     */
    public AppendResult appendOn(Connection connection, Append append) throws SQLException {
        EncodedAppend encoded = encode(append);
        return BatchWrite.within(connection, encoded)
                ? new AppendResult.Appended(encoded.versionAfter())
                : settle(connection, encoded, false);
    }

    /**
     * Says what became of an append whose commit was not confirmed. Waits for the transaction in question to end.
     *
     * @return {@link AppendResult.Appended} when it was committed; empty when it was not and could be now; otherwise why it was not
     *     and could not be
     */
    public Optional<AppendResult> resolve(Append append) {
        EncodedAppend encoded = encode(append);
        return database.rolledBack("resolving the commit of " + append.key(), connection -> {
            // Trying again on the quiet takes the lock that the transaction in question holds, if it is still under
            // way.
            return BatchWrite.onTrial(connection, encoded)
                    ? Optional.empty()
                    : Optional.of(settle(connection, encoded, true));
        });
    }

    /** Whether an append whose commit was not confirmed was committed. Waits for the transaction in question to end. */
    public boolean isCommitted(Append append) {
        return resolve(append).filter(AppendResult.Appended.class::isInstance).isPresent();
    }

    @Override
    public Optional<StoredSaga> find(SagaId id) {
        return load(List.of(id)).stream().findFirst();
    }

    @Override
    public List<StoredSaga> load(Collection<SagaId> ids) {
        return database.autoCommitted("loading sagas", connection -> sagas.byId(connection, ids));
    }

    @Override
    public List<StoredSaga> loadEnded(Collection<SagaId> ids) {
        return database.autoCommitted("loading ended sagas", connection -> sagas.endedById(connection, ids));
    }

    @Override
    public Optional<SagaRow> findRow(SagaId id) {
        return database.autoCommitted(
                "reading saga " + id,
                connection -> SagaReads.byId(connection, List.of(id)).stream()
                        .map(SagaReads.Located::saga)
                        .findFirst());
    }

    @Override
    public List<StoredSaga> claim(Claim claim) {
        return database.autoCommitted("claiming sagas", connection -> {
            List<SagaReads.Located> unreadable = new ArrayList<>();
            List<StoredSaga> claimed = sagas.of(connection, claims.claim(connection, claim), (row, cause) -> {
                log.warn(
                        "cannot run a claimed saga; saga={}, next look in {}; {}",
                        row.saga().key(),
                        PUT_OFF,
                        MaskedFailure.text(String.valueOf(cause.getMessage())));
                unreadable.add(row);
            });
            for (SagaReads.Located row : unreadable) {
                if (!Leases.putOffIfHeld(connection, row, PUT_OFF)) {
                    log.debug(
                            "lost the lease of saga {} before it was put off",
                            row.saga().key());
                }
            }
            return claimed;
        });
    }

    @Override
    public Set<SagaId> renew(String node, Collection<HeldLease> leases, Duration lease) {
        if (leases.isEmpty()) {
            return Set.of();
        }
        return database.autoCommitted(
                "renewing leases of " + node, connection -> Leases.renew(connection, node, leases, lease));
    }

    @Override
    public Instant serverTime() {
        return database.autoCommitted("reading the database's clock", connection -> {
            try (PreparedStatement select = connection.prepareStatement(SELECT_SERVER_TIME);
                    ResultSet rows = select.executeQuery()) {
                rows.next();
                return rows.getObject(1, OffsetDateTime.class).toInstant();
            }
        });
    }

    @Override
    public long countWithoutWakeUp() {
        return database.autoCommitted("counting sagas without wake-up", connection -> {
            try (PreparedStatement select = connection.prepareStatement(COUNT_WITHOUT_WAKE_UP);
                    ResultSet rows = select.executeQuery()) {
                rows.next();
                return rows.getLong(1);
            }
        });
    }

    @Override
    public Mailbox mailbox() {
        return mailbox;
    }

    @Override
    public DefinitionRegistry definitions() {
        return definitions;
    }

    @Override
    public Reviews reviews() {
        return reviews;
    }

    @Override
    public AuditTrail audit() {
        return audit;
    }

    @Override
    public Outbox outbox() {
        return outbox;
    }

    @Override
    public SagaSearch search() {
        return search;
    }

    /** What this journal has done since it was opened. */
    public JournalCounters counters() {
        return groupCommit.counters();
    }

    /**
     * Takes no more appends, finishes those that are queued within the settings' limit, and completes the rest with
     * {@link io.querent.runtime.journal.JournalClosedException}. The data source stays open.
     */
    @Override
    public void close() {
        groupCommit.close();
    }

    private EncodedAppend encode(Append append) {
        EncodedAppend encoded = payloads.encode(append);
        WakeUp.of(encoded);
        return encoded;
    }

    private static AppendResult settle(Connection connection, EncodedAppend encoded, boolean maybeCommitted)
            throws SQLException {
        return BrokenGuards.settle(connection, new BrokenGuards.Broken(encoded, maybeCommitted));
    }
}

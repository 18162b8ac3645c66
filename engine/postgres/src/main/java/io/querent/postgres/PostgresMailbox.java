package io.querent.postgres;

import io.querent.runtime.codec.LetterCodec;
import io.querent.runtime.journal.Delivery;
import io.querent.runtime.journal.Delivery.Settlement;
import io.querent.runtime.journal.Letter;
import io.querent.runtime.journal.Mailbox;
import io.querent.runtime.masking.MaskedFailure;
import io.querent.saga.QuerentException;
import io.querent.saga.SagaId;
import io.querent.saga.SagaKey;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The mailbox in PostgreSQL. Every statement is a transaction of its own.
 */
final class PostgresMailbox implements Mailbox {
    private static final Logger log = LoggerFactory.getLogger(PostgresMailbox.class);

    /** Not due at once: whoever delivers it looks first, and can say what became of it. */
    private static final String INSERT_IF_NEW = """
            INSERT INTO querent.mailbox
                (bucket, saga_id, message_id, tenant, definition, business_key, payload, look_at)
            SELECT ?, ?, ?, ?, ?, ?, ?::json, statement_timestamp() + interval '100 ms'
            WHERE (
                SELECT count(*) FROM querent.mailbox WHERE bucket = ? AND saga_id = ? AND look_at IS NOT NULL) < ?
            ON CONFLICT ON CONSTRAINT mailbox_key DO NOTHING
            """;

    private static final String SELECT_ONE = "SELECT " + LetterRow.COLUMNS
            + " FROM querent.mailbox AS m WHERE bucket = ? AND saga_id = ? AND message_id = ?";

    /**
     * The letters come back after a while, so one that is lost with the node that took it is taken by another. A letter for a saga of
     * another node stays where it is: that node takes it.
     */
    private static final String TAKE = """
            UPDATE querent.mailbox AS m
            SET look_at = statement_timestamp() + interval '10 s', looks = m.looks + 1
            FROM (
                SELECT w.bucket, w.saga_id, w.message_id
                FROM querent.mailbox AS w
                LEFT JOIN querent.saga AS s ON s.bucket = w.bucket AND s.saga_id = w.saga_id
                WHERE w.definition = ANY (?) AND (s.owner IS NULL OR s.owner = ? OR s.wake_at <= statement_timestamp())
                    AND %s
                FOR UPDATE OF w SKIP LOCKED) AS due
            WHERE m.bucket = due.bucket AND m.saga_id = due.saga_id AND m.message_id = due.message_id
            RETURNING %s
            """;

    private static final String TAKE_DUE =
            TAKE.formatted("w.look_at <= statement_timestamp() ORDER BY w.look_at LIMIT ?", LetterRow.COLUMNS);

    private static final String TAKE_ONE_IF_DUE_OR_NEW = TAKE.formatted(
            "w.bucket = ? AND w.saga_id = ? AND w.message_id = ? AND (w.looks = 0 AND w.look_at IS NOT NULL"
                    + " OR w.look_at <= statement_timestamp())",
            LetterRow.COLUMNS);

    private static final String COUNT_WAITING = "SELECT count(*) FROM querent.mailbox WHERE look_at IS NOT NULL";

    /** Long enough not to spin, short enough for a rolling update. */
    private static final Duration UNREADABLE_PAUSE = Duration.ofMinutes(5);

    private final Database database;
    private final StoredPayloads payloads;
    private final LetterCodec codec;

    PostgresMailbox(Database database, StoredPayloads payloads) {
        this.database = database;
        this.payloads = payloads;
        this.codec = payloads.letters();
    }

    @Override
    public Delivery deliver(Letter letter) {
        return database.autoCommitted(
                "delivering a letter to " + letter.saga(), connection -> deliver(connection, letter));
    }

    /** The same on a connection, in whatever transaction is open there. */
    Delivery deliver(Connection connection, Letter letter) throws SQLException {
        boolean added = insert(connection, letter);
        Optional<Delivery> stored = find(connection, letter.saga().id(), letter.messageId());
        if (stored.isEmpty() && !added) {
            throw new QuerentException(
                    "QRT-3005",
                    "too many letters wait for the saga; key=" + letter.saga() + ", expected=fewer than " + MOST_WAITING
                            + "; find out why they are not taken in, then send it again");
        }
        Delivery delivery =
                stored.orElseThrow(() -> new SQLException("a letter that was just stored is not there", "40001"));
        if (!delivery.letter().equals(letter)) {
            throw new QuerentException(
                    "QRT-3006",
                    "the id was used for another letter; key=" + letter.saga() + ", id=" + letter.messageId()
                            + "; what came first counts; give another letter an id of its own");
        }
        return delivery;
    }

    /** Whether a letter of that id is or was in the mailbox, whatever it says. */
    boolean isKnown(Connection connection, SagaId saga, String messageId) throws SQLException {
        return find(connection, saga, messageId).isPresent();
    }

    @Override
    public Optional<Delivery> find(SagaId saga, String messageId) {
        return database.autoCommitted("reading a letter", connection -> find(connection, saga, messageId));
    }

    @Override
    public List<Delivery> take(String node, Collection<String> definitions, int limit) {
        return taken("taking letters", TAKE_DUE, node, definitions, update -> update.setInt(3, limit));
    }

    @Override
    public Optional<Delivery> take(String node, Collection<String> definitions, Letter letter) {
        LetterRow row = new LetterRow(letter.saga(), letter.messageId(), 0, null, null);
        return taken("taking a letter", TAKE_ONE_IF_DUE_OR_NEW, node, definitions, update -> row.name(update, 3))
                .stream()
                .findFirst();
    }

    @Override
    public void putOff(Delivery delivery, Duration delay) {
        database.autoCommitted(
                "putting off a letter", connection -> LetterWrites.putOff(connection, LetterRow.of(delivery), delay));
    }

    @Override
    public boolean settle(Delivery delivery, Settlement settlement) {
        return database.autoCommitted(
                "settling a letter of " + delivery.letter().saga(),
                connection -> LetterWrites.settle(connection, LetterRow.of(delivery), payloads.covered(settlement)));
    }

    @Override
    public int park(Duration age, int limit) {
        return database.autoCommitted(
                "parking old letters", connection -> OldLetters.park(connection, codec, age, limit));
    }

    @Override
    public int forget(Duration age, int limit) {
        return database.autoCommitted(
                "forgetting old letters", connection -> OldLetters.forget(connection, age, limit));
    }

    @Override
    public long countWaiting() {
        return database.autoCommitted("counting letters", connection -> {
            try (PreparedStatement select = connection.prepareStatement(COUNT_WAITING);
                    ResultSet rows = select.executeQuery()) {
                rows.next();
                return rows.getLong(1);
            }
        });
    }

    private boolean insert(Connection connection, Letter letter) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(INSERT_IF_NEW)) {
            SagaKey saga = letter.saga();
            new LetterRow(saga, letter.messageId(), 0, null, null).name(insert, 1);
            insert.setString(4, saga.tenant().value());
            insert.setString(5, saga.definition());
            insert.setString(6, saga.businessKey().value());
            insert.setString(7, codec.protect(letter));
            insert.setShort(8, (short) saga.id().bucket());
            insert.setObject(9, saga.id().value());
            insert.setInt(10, MOST_WAITING);
            return insert.executeUpdate() == 1;
        }
    }

    private Optional<Delivery> find(Connection connection, SagaId saga, String messageId) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(SELECT_ONE)) {
            select.setShort(1, (short) saga.bucket());
            select.setObject(2, saga.value());
            select.setString(3, messageId);
            try (ResultSet row = select.executeQuery()) {
                return row.next() ? Optional.of(LetterRow.read(row, codec).readable()) : Optional.empty();
            }
        }
    }

    private interface Binding {
        void bind(PreparedStatement statement) throws SQLException;
    }

    private List<Delivery> taken(
            String what, String statement, String node, Collection<String> definitions, Binding rest) {
        return database.autoCommitted(what, connection -> {
            List<LetterRow> rows = new ArrayList<>();
            try (PreparedStatement update = connection.prepareStatement(statement)) {
                update.setArray(1, connection.createArrayOf("text", definitions.toArray()));
                update.setString(2, node);
                rest.bind(update);
                try (ResultSet returned = update.executeQuery()) {
                    while (returned.next()) {
                        rows.add(LetterRow.read(returned, codec));
                    }
                }
            }
            return readable(connection, rows);
        });
    }

    /** One that this version cannot read is put off and does not keep the others waiting. */
    private static List<Delivery> readable(Connection connection, List<LetterRow> rows) throws SQLException {
        List<Delivery> deliveries = new ArrayList<>();
        for (LetterRow row : rows) {
            QuerentException trouble = row.trouble();
            if (trouble == null) {
                deliveries.add(row.readable());
            } else {
                log.warn(
                        "cannot read letter {} of saga {}, next look in {}; {}",
                        row.messageId(),
                        row.saga(),
                        UNREADABLE_PAUSE,
                        MaskedFailure.text(String.valueOf(trouble.getMessage())));
                LetterWrites.putOff(connection, row, UNREADABLE_PAUSE);
            }
        }
        return deliveries;
    }
}

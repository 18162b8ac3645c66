package io.querent.postgres;

import io.querent.runtime.codec.LetterCodec;
import io.querent.runtime.journal.Delivery;
import io.querent.runtime.journal.Delivery.Answer;
import io.querent.runtime.journal.Delivery.Settlement;
import io.querent.runtime.journal.Letter;
import io.querent.runtime.journal.Mailbox;
import io.querent.saga.BusinessKey;
import io.querent.saga.QuerentException;
import io.querent.saga.SagaId;
import io.querent.saga.SagaKey;
import io.querent.saga.Tenant;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** The mailbox in PostgreSQL. Every statement is a transaction of its own, so repeating one whose answer was lost does no harm. */
final class PostgresMailbox implements Mailbox {
    private static final String COLUMNS =
            "m.tenant, m.definition, m.business_key, m.message_id, m.payload, m.received_at, m.looks, m.answer, m.detail";

    private static final String INSERT_IF_NEW = """
            INSERT INTO querent.mailbox
                (bucket, saga_id, message_id, tenant, definition, business_key, payload, look_at)
            SELECT ?, ?, ?, ?, ?, ?, ?::json, statement_timestamp()
            WHERE (
                SELECT count(*) FROM querent.mailbox WHERE bucket = ? AND saga_id = ? AND look_at IS NOT NULL) < ?
            ON CONFLICT ON CONSTRAINT mailbox_key DO NOTHING
            """;

    private static final String SELECT_ONE =
            "SELECT " + COLUMNS + " FROM querent.mailbox AS m WHERE bucket = ? AND saga_id = ? AND message_id = ?";

    /**
     * The letters come back after a while, so one that is lost with the node that took it is taken by another. A letter for a saga of
     * another node stays where it is: that node takes it.
     */
    private static final String TAKE_DUE = """
            UPDATE querent.mailbox AS m
            SET look_at = statement_timestamp() + interval '10 s', looks = m.looks + 1
            FROM (
                SELECT w.bucket, w.saga_id, w.message_id
                FROM querent.mailbox AS w
                LEFT JOIN querent.saga AS s ON s.bucket = w.bucket AND s.saga_id = w.saga_id
                WHERE w.look_at <= statement_timestamp() AND w.definition = ANY (?)
                    AND (s.owner IS NULL OR s.owner = ? OR s.wake_at <= statement_timestamp())
                ORDER BY w.look_at LIMIT ?
                FOR UPDATE OF w SKIP LOCKED) AS due
            WHERE m.bucket = due.bucket AND m.saga_id = due.saga_id AND m.message_id = due.message_id
            RETURNING %s
            """.formatted(COLUMNS);

    private static final String PUT_OFF_IF_WAITING = """
            UPDATE querent.mailbox
            SET look_at = statement_timestamp() + make_interval(secs => ?)
            WHERE bucket = ? AND saga_id = ? AND message_id = ? AND look_at IS NOT NULL
            """;

    private static final String SETTLE_IF_WAITING = """
            UPDATE querent.mailbox AS m
            SET settled_at = statement_timestamp(), look_at = NULL, answer = ?, detail = ?
            WHERE bucket = ? AND saga_id = ? AND message_id = ? AND look_at IS NOT NULL
            """;

    /** One statement, so that a letter of a person's is settled and audited or neither. */
    private static final String SETTLE_IF_WAITING_AND_AUDIT = """
            WITH settled AS (
                %s
                RETURNING m.*)
            INSERT INTO querent.audit
                (received_at, bucket, answer, saga_id, request_id, tenant, definition, business_key, operator, detail, content)
            SELECT received_at, bucket, answer, saga_id, message_id, tenant, definition, business_key, ?, detail, payload
            FROM settled
            """.formatted(SETTLE_IF_WAITING);

    private static final String PARK_OLD = """
            UPDATE querent.mailbox
            SET settled_at = statement_timestamp(), look_at = NULL, answer = ?, detail = 'nobody could take it in in time'
            WHERE look_at IS NOT NULL AND received_at < statement_timestamp() - make_interval(secs => ?)
            """;

    private static final String COUNT_WAITING = "SELECT count(*) FROM querent.mailbox WHERE look_at IS NOT NULL";

    private static final int LONGEST_DETAIL = 2_000;

    private final Database database;
    private final LetterCodec codec = new LetterCodec();

    PostgresMailbox(Database database) {
        this.database = database;
    }

    @Override
    public Delivery deliver(Letter letter) {
        return database.autoCommitted("delivering a letter to " + letter.saga(), connection -> {
            boolean added = insert(connection, letter);
            Optional<Delivery> stored = find(connection, letter.saga().id(), letter.messageId());
            if (stored.isEmpty() && !added) {
                throw new QuerentException(
                        "QRT-3005",
                        "too many letters wait for the saga; key=" + letter.saga() + ", expected=fewer than "
                                + MOST_WAITING + "; find out why they are not taken in, then send it again");
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
        });
    }

    @Override
    public Optional<Delivery> find(SagaId saga, String messageId) {
        return database.autoCommitted("reading a letter", connection -> find(connection, saga, messageId));
    }

    @Override
    public List<Delivery> take(String node, Collection<String> definitions, int limit) {
        return database.autoCommitted("taking letters", connection -> {
            try (PreparedStatement update = connection.prepareStatement(TAKE_DUE)) {
                update.setArray(1, connection.createArrayOf("text", definitions.toArray()));
                update.setString(2, node);
                update.setInt(3, limit);
                return deliveries(update);
            }
        });
    }

    @Override
    public void putOff(Delivery delivery, Duration delay) {
        database.autoCommitted("putting off a letter", connection -> {
            try (PreparedStatement update = connection.prepareStatement(PUT_OFF_IF_WAITING)) {
                update.setDouble(1, WakeUp.seconds(delay));
                name(update, 2, delivery.letter());
                // None: another node has settled it meanwhile, which is as good.
                return update.executeUpdate();
            }
        });
    }

    @Override
    public boolean settle(Delivery delivery, Settlement settlement) {
        Letter letter = delivery.letter();
        boolean audited = !(letter.content() instanceof Letter.Told);
        return database.autoCommitted("settling a letter of " + letter.saga(), connection -> {
            try (PreparedStatement update =
                    connection.prepareStatement(audited ? SETTLE_IF_WAITING_AND_AUDIT : SETTLE_IF_WAITING)) {
                update.setShort(1, code(settlement.answer()));
                update.setString(2, Texts.storable(settlement.detail(), LONGEST_DETAIL));
                name(update, 3, letter);
                if (audited) {
                    update.setString(6, letter.content().sender());
                }
                return update.executeUpdate() == 1;
            }
        });
    }

    @Override
    public int park(Duration age) {
        return database.autoCommitted("parking old letters", connection -> {
            try (PreparedStatement update = connection.prepareStatement(PARK_OLD)) {
                update.setShort(1, code(Answer.PARKED));
                update.setDouble(2, WakeUp.seconds(age));
                return update.executeUpdate();
            }
        });
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
            name(insert, 1, letter);
            insert.setString(4, saga.tenant().value());
            insert.setString(5, saga.definition());
            insert.setString(6, saga.businessKey().value());
            insert.setString(7, codec.encode(letter.content()));
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
            return deliveries(select).stream().findFirst();
        }
    }

    private static void name(PreparedStatement statement, int first, Letter letter) throws SQLException {
        SagaId saga = letter.saga().id();
        statement.setShort(first, (short) saga.bucket());
        statement.setObject(first + 1, saga.value());
        statement.setString(first + 2, letter.messageId());
    }

    private List<Delivery> deliveries(PreparedStatement statement) throws SQLException {
        List<Delivery> deliveries = new ArrayList<>();
        try (ResultSet rows = statement.executeQuery()) {
            while (rows.next()) {
                deliveries.add(read(rows));
            }
        }
        return deliveries;
    }

    private Delivery read(ResultSet row) throws SQLException {
        SagaKey saga = new SagaKey(new Tenant(row.getString(1)), row.getString(2), new BusinessKey(row.getString(3)));
        String messageId = row.getString(4);
        short answer = row.getShort(8);
        Settlement settled = row.wasNull() ? null : new Settlement(answer(answer), row.getString(9));
        return new Delivery(
                new Letter(saga, messageId, codec.decode(messageId, row.getString(5))),
                row.getObject(6, OffsetDateTime.class).toInstant(),
                row.getInt(7),
                settled);
    }

    private static short code(Answer answer) {
        return switch (answer) {
            case APPLIED -> 1;
            case NOTHING_NEW -> 2;
            case REFUSED -> 3;
            case PARKED -> 4;
        };
    }

    static Answer answer(int code) {
        return switch (code) {
            case 1 -> Answer.APPLIED;
            case 2 -> Answer.NOTHING_NEW;
            case 3 -> Answer.REFUSED;
            case 4 -> Answer.PARKED;
            default -> throw new IllegalStateException("a newer version settled a letter as " + code);
        };
    }
}

package io.querent.receiver.inbox;

import io.querent.receiver.jdbc.SqlFailure;
import io.querent.receiver.jdbc.SqlText;
import io.querent.receiver.outbox.ShortTransactions;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/** Asks for a message, in one round trip that also begins the transaction at its isolation level. */
final class InboxClaim {
    private static final String CLAIM = """
            SET TRANSACTION ISOLATION LEVEL %s;
            SELECT querent_receiver.claim_message(?, ?, ?::smallint, ?, ?, ?, ?, ?, ?)
            """;

    private static final Instant LAST = Instant.parse("9999-12-30T00:00:00Z");

    private final InboxSettings settings;
    private final String claim;

    InboxClaim(SqlText sql, InboxSettings settings) {
        this.settings = settings;
        this.claim = sql.of(CLAIM.formatted(settings.isolation().name().replace('_', ' ')));
    }

    /**
     * Its day, as everybody counts days; null when the message does not say. What no calendar of the database reaches is as far away as it
     * reaches.
     */
    static @Nullable LocalDate dayOf(InboxMessage message) {
        Instant occurredAt = message.occurredAt();
        if (occurredAt == null) {
            return null;
        } else if (occurredAt.isBefore(Instant.EPOCH)) {
            return LocalDate.EPOCH;
        }
        return occurredAt.isAfter(LAST) ? LocalDate.of(9999, 12, 31) : LocalDate.ofInstant(occurredAt, ZoneOffset.UTC);
    }

    /**
     * Claims it for the transaction.
     *
     * @param redriven whether it comes from where messages wait: it is not held then, and its age does not matter
     * @throws EndedException when it must not be handled in this transaction
     * @throws SQLException for a conflict, after which the whole transaction may run again
     */
    void claim(Connection connection, String group, InboxMessage message, boolean redriven)
            throws SQLException, EndedException {
        short answer;
        try {
            answer = ask(connection, group, message, redriven);
        } catch (SQLException failure) {
            if (SqlFailure.isLockTimeout(failure)) {
                throw new EndedException(new Receipt.Busy());
            } else if (SqlFailure.isConflict(failure)) {
                throw failure;
            }
            throw ShortTransactions.unavailable("claiming message " + message.id(), failure);
        }
        switch (answer) {
            case 0 -> {}
            case 1 -> throw new EndedException(new Receipt.Duplicate());
            case 2 -> throw new EndedException(new Receipt.Unknowable(Receipt.Doubt.TOO_OLD));
            case 3 -> throw new EndedException(new Receipt.Unknowable(Receipt.Doubt.TOO_EARLY));
            case 4 -> throw new EndedException(new Receipt.Held(Receipt.Cause.ITSELF));
            case 5 -> throw new EndedException(new Receipt.Held(Receipt.Cause.LINE));
            case 6 -> throw new EndedException(null);
            default -> throw new IllegalStateException("claim_message answered " + answer);
        }
    }

    private short ask(Connection connection, String group, InboxMessage message, boolean redriven) throws SQLException {
        MessageKey key = MessageKey.of(group, message.id());
        try (PreparedStatement statement = connection.prepareStatement(claim)) {
            statement.setString(1, group);
            statement.setString(2, key.text());
            statement.setShort(3, key.bucket());
            statement.setObject(4, key.digest());
            statement.setObject(5, dayOf(message));
            statement.setString(6, settings.order() == PerKeyOrder.KEPT ? message.orderingKey() : null);
            statement.setInt(7, settings.keepDays());
            statement.setString(8, settings.waitForCopy().toMillis() + "ms");
            statement.setBoolean(9, redriven);
            statement.execute();
            statement.getMoreResults();
            try (ResultSet row = statement.getResultSet()) {
                row.next();
                return row.getShort(1);
            }
        }
    }
}

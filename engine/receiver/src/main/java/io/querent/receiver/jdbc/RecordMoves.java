package io.querent.receiver.jdbc;

import io.querent.receiver.GuardCounters;
import io.querent.receiver.OperationStatus;
import io.querent.receiver.OperationTransition;
import io.querent.receiver.OperationTransition.Actor;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The one place where the status of an operation's row changes, by the table of {@link OperationTransition} alone. A move that finds the
 * row in another status, or with another token, writes nothing and is counted.
 */
final class RecordMoves {
    private static final String MOVE = """
            UPDATE querent_receiver.operation_record SET
                status = ?, token = token + ?, attempts = attempts + ?, owner = CASE WHEN ?::bigint IS NULL THEN NULL ELSE ? END,
                lease_until = statement_timestamp() + ? * interval '1 millisecond',
                next_attempt_at = statement_timestamp() + ? * interval '1 millisecond',
                unknown_at = CASE WHEN ? = 3 THEN coalesce(unknown_at, statement_timestamp()) END,
                ended_at = CASE WHEN ? >= 10 THEN statement_timestamp() END,
                period = CASE WHEN ? >= 10 THEN querent_receiver.period_of(statement_timestamp()) ELSE period END,
                last_error_class = coalesce(?, last_error_class), last_error = coalesce(?, last_error)
            WHERE bucket = ? AND operation_id = ? AND status = ? AND token = ?
                AND CASE WHEN ? THEN owner = ? ELSE lease_until IS NULL OR lease_until <= statement_timestamp() END
                AND (? OR next_attempt_at IS NULL OR next_attempt_at <= statement_timestamp())
            """;

    private static final int LONGEST_ERROR = 2000;
    private static final int LONGEST_CLASS = 100;

    private final String move;
    private final RecordReads reads;
    private final GuardCounters counters;

    RecordMoves(SqlText sql, GuardCounters counters) {
        this.move = sql.of(MOVE);
        this.reads = new RecordReads(sql);
        this.counters = counters;
    }

    /** @return whether the row was as the move expects it, and is moved */
    boolean move(Connection connection, OperationId id, Move to) throws SQLException {
        if (write(connection, id, to)) {
            return true;
        }
        Optional<StoredOperation> found = reads.read(connection, id);
        if (found.isPresent() && found.get().token() == to.seenToken()) {
            counters.illegalTransition();
        } else {
            counters.staleWrite();
        }
        return false;
    }

    private boolean write(Connection connection, OperationId id, Move to) throws SQLException {
        OperationTransition transition = to.transition();
        OperationStatus from =
                Objects.requireNonNull(transition.from(), () -> transition + " begins a row, it does not change one");
        short after = StatusCode.of(transition.to());
        boolean byOwner = transition.actor() == Actor.OWNER;
        try (PreparedStatement statement = connection.prepareStatement(move)) {
            statement.setShort(1, after);
            statement.setInt(2, to.changesHands() ? 1 : 0);
            statement.setInt(3, to.isAttempt() ? 1 : 0);
            setMillis(statement, 4, to.lease());
            statement.setString(5, to.owner());
            setMillis(statement, 6, to.lease());
            setMillis(statement, 7, to.pause());
            statement.setShort(8, after);
            statement.setShort(9, after);
            statement.setShort(10, after);
            statement.setString(11, shortened(to.errorClass(), LONGEST_CLASS));
            statement.setString(12, shortened(to.error(), LONGEST_ERROR));
            statement.setShort(13, id.bucket());
            statement.setObject(14, id.id());
            statement.setShort(15, StatusCode.of(from));
            statement.setLong(16, to.seenToken());
            statement.setBoolean(17, byOwner);
            statement.setString(18, to.owner());
            // Whoever holds it may go on, and a person need not wait; others keep to the pause.
            statement.setBoolean(19, transition.actor() != Actor.ANYBODY);
            return statement.executeUpdate() == 1;
        }
    }

    private static void setMillis(PreparedStatement statement, int column, @Nullable Duration duration)
            throws SQLException {
        statement.setObject(column, duration == null ? null : duration.toMillis(), java.sql.Types.BIGINT);
    }

    /** A NUL cannot be stored as text. */
    private static @Nullable String shortened(@Nullable String text, int longest) {
        if (text == null) {
            return null;
        }
        String storable = text.replace('\0', ' ');
        return storable.length() <= longest ? storable : storable.substring(0, longest);
    }
}

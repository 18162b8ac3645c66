package io.querent.postgres;

import io.querent.runtime.retention.Retention.Reason;
import io.querent.saga.SagaId;
import io.querent.saga.SagaKey;
import java.sql.Connection;
import java.sql.Date;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Holds that were placed after a month had left the log and before it was removed. Its sagas cannot move on any more, so the month stays as
 * it is until they are released. Holds from before were looked at when it left.
 */
final class LateHolds {
    private static final String SELECT_SINCE_DETACHED = """
            SELECT h.tenant, h.definition, h.business_key
            FROM querent.legal_hold AS h
            WHERE h.released_at IS NULL
                AND h.placed_at >= (SELECT r.detached_at FROM querent.retired_month AS r WHERE r.month = ?)
            """;

    private static final String SELECT_IS_OF_MONTH = """
            SELECT FROM querent.saga WHERE bucket = ? AND saga_id = ? AND period >= ? AND period < ?
            """;

    private LateHolds() {}

    static boolean are(Connection connection, EventMonth month) throws SQLException {
        return count(connection, month) > 0;
    }

    /** Why a detached month stays, for people: the number of such holds. */
    static Map<Reason, Long> reason(Connection connection, EventMonth month) throws SQLException {
        long count = count(connection, month);
        return count == 0 ? Map.of() : Map.of(Reason.HELD, count);
    }

    /** One on more than a saga counts without a look through the month, which may have millions. */
    private static long count(Connection connection, EventMonth month) throws SQLException {
        long count = 0;
        try (PreparedStatement select = connection.prepareStatement(SELECT_SINCE_DETACHED)) {
            select.setDate(1, Date.valueOf(month.month().atDay(1)));
            try (ResultSet holds = select.executeQuery()) {
                while (holds.next()) {
                    SagaId saga = saga(holds.getString(1), holds.getString(2), holds.getString(3));
                    count += saga == null || isOf(connection, month, saga) ? 1 : 0;
                }
            }
        }
        return count;
    }

    private static @Nullable SagaId saga(
            @Nullable String tenant, @Nullable String definition, @Nullable String businessKey) {
        return tenant == null || definition == null || businessKey == null
                ? null
                : SagaKey.parse(tenant + ":" + definition + ":" + businessKey).id();
    }

    private static boolean isOf(Connection connection, EventMonth month, SagaId saga) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(SELECT_IS_OF_MONTH)) {
            select.setShort(1, (short) saga.bucket());
            select.setObject(2, saga.value());
            select.setInt(3, month.first());
            select.setInt(4, month.end());
            try (ResultSet row = select.executeQuery()) {
                return row.next();
            }
        }
    }
}

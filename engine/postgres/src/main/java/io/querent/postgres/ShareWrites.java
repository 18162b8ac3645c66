package io.querent.postgres;

import io.querent.runtime.slots.SlotHolder;
import io.querent.runtime.slots.SlotShare;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.ZoneOffset;

/** Writes who has which slots. */
final class ShareWrites {
    /**
     * The version is the guard: of two who have read the same shares, one finds another version and writes nothing. Shares that have
     * ended go on the way.
     */
    private static final String WRITE_IF_UNCHANGED = """
            WITH unchanged AS (
                UPDATE querent.downstream SET version = version + 1 WHERE name = ? AND version = ? RETURNING name),
            ended AS (
                DELETE FROM querent.downstream_share AS s USING unchanged AS u
                WHERE s.downstream = u.name AND s.lease_until <= statement_timestamp() AND s.holder <> ?)
            INSERT INTO querent.downstream_share AS s
                (downstream, holder, node, cap, rate_per_second, slots, wanted, queued_at, lease_until)
            SELECT name, ?, ?, ?, ?, ?, ?, ?, statement_timestamp() + make_interval(secs => ?) FROM unchanged
            ON CONFLICT (downstream, holder) DO UPDATE
            SET cap = excluded.cap, rate_per_second = excluded.rate_per_second, slots = excluded.slots,
                wanted = excluded.wanted, queued_at = excluded.queued_at, lease_until = excluded.lease_until
            """;

    /** Needs no guard: it only ever leaves more to the others, who do not count on it before they have read it. */
    private static final String REMOVE = "DELETE FROM querent.downstream_share WHERE downstream = ? AND holder = ?";

    private ShareWrites() {}

    /** Returns false when somebody has changed a share of the downstream since {@code read}: nothing was written then. */
    static boolean writeIfUnchanged(Connection connection, SlotHolder holder, ShareReads.Shares read, SlotShare share)
            throws SQLException {
        try (PreparedStatement write = connection.prepareStatement(WRITE_IF_UNCHANGED)) {
            write.setString(1, read.downstream());
            write.setLong(2, read.version());
            write.setObject(3, holder.id());
            write.setObject(4, holder.id());
            write.setString(5, holder.node());
            write.setInt(6, share.caps().slots());
            write.setInt(7, share.caps().ratePerSecond());
            write.setInt(8, share.slots());
            write.setInt(9, share.wanted());
            write.setObject(10, share.queuedAt().atOffset(ZoneOffset.UTC));
            write.setDouble(11, WakeUp.seconds(holder.lease()));
            return write.executeUpdate() == 1;
        }
    }

    /** Returns false when the holder had no share. */
    static boolean remove(Connection connection, SlotHolder holder, ShareReads.Shares read) throws SQLException {
        try (PreparedStatement delete = connection.prepareStatement(REMOVE)) {
            delete.setString(1, read.downstream());
            delete.setObject(2, holder.id());
            return delete.executeUpdate() == 1;
        }
    }
}

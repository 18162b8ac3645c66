package io.querent.postgres;

import io.querent.runtime.admin.AuditLog.Verification;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;

/**
 * Holds the entries of the audit against each other, from the first to the last, as they were at one moment. Not thread-safe.
 *
 * <p>It finds what was changed, removed, put in or moved without making all later hashes anew. Who may disable triggers can do even
 * that; only a hash that is kept elsewhere shows it.
 */
final class AuditCheck {
    private static final String AS_OF_ONE_MOMENT = "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY";
    private static final String SELECT_HEAD = "SELECT number, hash FROM querent.audit_head";
    private static final String SELECT_ALL = "SELECT " + AuditRow.COLUMNS + " FROM querent.audit ORDER BY number";
    private static final int AT_A_TIME = 1_000;

    private long entries;
    private long last;
    private String head = AuditRow.NO_HASH;
    private @Nullable Long broken;
    private String finding = "";

    /** @param connection in a transaction that has done nothing yet; it stops the driver from reading all at once */
    Verification run(Connection connection) throws SQLException {
        try (Statement begin = connection.createStatement()) {
            begin.execute(AS_OF_ONE_MOMENT);
        }
        try (PreparedStatement select = connection.prepareStatement(SELECT_ALL)) {
            select.setFetchSize(AT_A_TIME);
            try (ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    look(AuditRow.read(rows));
                }
            }
        }
        lookAtHead(connection);
        return new Verification(entries, broken, finding, head);
    }

    private void look(AuditRow row) {
        entries++;
        if (row.number() != last + 1) {
            found(last + 1, "it is missing, the next one is number " + row.number());
        } else if (!head.equals(row.previousHash())) {
            found(row.number(), "it does not follow the entry before it");
        } else if (!row.expectedHash().equals(row.hash())) {
            found(row.number(), "its hash is not that of what it says");
        }
        last = row.number();
        head = String.valueOf(row.hash());
    }

    /** The last entries leave no gap behind when they are removed. */
    private void lookAtHead(Connection connection) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(SELECT_HEAD);
                ResultSet row = select.executeQuery()) {
            if (!row.next()) {
                found(last + 1, "nothing says any more which entry is the last");
            } else if (row.getLong(1) > last) {
                found(last + 1, "it is missing, the last one was number " + row.getLong(1));
            } else if (row.getLong(1) < last || !head.equals(row.getString(2))) {
                found(last, "it was not the last one that was written");
            }
        }
    }

    /** What comes behind the first finding may be broken because of it. */
    private void found(long number, String what) {
        if (broken == null) {
            broken = number;
            finding = "QRT-6002 the audit was tampered with, or damaged; key=entry " + number + ": " + what
                    + "; compare with a backup, and with hashes that were kept elsewhere";
        }
    }
}

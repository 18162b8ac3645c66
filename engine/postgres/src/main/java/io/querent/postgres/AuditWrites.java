package io.querent.postgres;

import io.querent.runtime.admin.AuditLog.Deed;
import io.querent.saga.QuerentException;
import io.querent.saga.SagaKey;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Writes what people did to the audit, in the transaction that does it. It locks the head of the chain until that transaction ends, so it
 * has to be the last that the transaction writes: who takes another lock afterwards may wait for somebody who waits for him.
 */
final class AuditWrites {
    private static final String INSERT_IF_NEW = """
            INSERT INTO querent.audit
                (received_at, bucket, saga_id, tenant, definition, business_key, request_id, operator, action, outcome, reason, detail,
                    content)
            VALUES (statement_timestamp(), ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?::json)
            ON CONFLICT ON CONSTRAINT audit_key DO NOTHING
            """;

    private static final Pattern ACTION = Pattern.compile("[a-z][a-z-]{0,59}");
    private static final Pattern OUTCOME = Pattern.compile("[A-Z][A-Z_]{0,39}");
    private static final int LONGEST_NAME = 200;
    private static final int LONGEST_TEXT = 2_000;
    private static final String NO_JSON = "22P02";

    private AuditWrites() {}

    /**
     * Writes an entry.
     *
     * @return false when there is one of this request about the same saga, or about none, already; nothing is written then
     * @throws QuerentException when the deed is not fit to be stored
     */
    static boolean insert(Connection connection, Deed deed) throws SQLException {
        check(deed);
        try (PreparedStatement insert = connection.prepareStatement(INSERT_IF_NEW)) {
            bindSaga(insert, deed.saga());
            insert.setString(6, deed.requestId());
            insert.setString(7, deed.operator());
            insert.setString(8, deed.action());
            insert.setString(9, deed.outcome());
            insert.setString(10, Texts.storable(deed.reason(), LONGEST_TEXT));
            insert.setString(11, Texts.storable(deed.detail(), LONGEST_TEXT));
            insert.setString(12, deed.content());
            return insert.executeUpdate() == 1;
        } catch (SQLException failure) {
            if (NO_JSON.equals(failure.getSQLState())) {
                throw unfit(deed, "content", "JSON text", failure);
            }
            throw failure;
        }
    }

    private static void bindSaga(PreparedStatement insert, @Nullable SagaKey saga) throws SQLException {
        if (saga == null) {
            insert.setNull(1, Types.SMALLINT);
            insert.setNull(2, Types.OTHER);
            insert.setNull(3, Types.VARCHAR);
            insert.setNull(4, Types.VARCHAR);
            insert.setNull(5, Types.VARCHAR);
        } else {
            insert.setShort(1, (short) saga.id().bucket());
            insert.setObject(2, saga.id().value());
            insert.setString(3, saga.tenant().value());
            insert.setString(4, saga.definition());
            insert.setString(5, saga.businessKey().value());
        }
    }

    private static void check(Deed deed) {
        checkName(deed, "request id", deed.requestId());
        checkName(deed, "operator", deed.operator());
        if (!ACTION.matcher(deed.action()).matches()) {
            throw unfit(deed, "action", "1 to 60 of a-z and -", null);
        } else if (!OUTCOME.matcher(deed.outcome()).matches()) {
            throw unfit(deed, "outcome", "1 to 40 of A-Z and _", null);
        }
    }

    /** One that is stored as something else would be taken for another one. */
    private static void checkName(Deed deed, String what, String text) {
        if (text.isBlank() || text.length() > LONGEST_NAME || !Texts.isStorable(text)) {
            throw unfit(deed, what, "1 to " + LONGEST_NAME + " characters without U+0000 and lone surrogates", null);
        }
    }

    private static QuerentException unfit(Deed deed, String what, String expected, @Nullable Throwable cause) {
        return new QuerentException(
                "QRT-6001",
                "nothing was done, because it could not be audited: its " + what + " is not fit to be stored; key="
                        + Texts.storable(deed.action(), LONGEST_NAME) + ", expected=" + expected
                        + "; correct it and send it again",
                cause);
    }
}

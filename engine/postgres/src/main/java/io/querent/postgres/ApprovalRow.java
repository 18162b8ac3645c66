package io.querent.postgres;

import io.querent.runtime.admin.Approvals.Request;
import io.querent.runtime.admin.Approvals.State;
import io.querent.runtime.codec.LetterCodec;
import io.querent.runtime.journal.Letter;
import io.querent.saga.BusinessKey;
import io.querent.saga.SagaKey;
import io.querent.saga.Tenant;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;

/** Reads requests for a second person. */
final class ApprovalRow {
    /** One whose time is up is expired, whether or not it was written down yet. */
    static final String COLUMNS = """
            id, tenant, definition, business_key, payload, rule, asked_at, expires_at,
            CASE WHEN answer IS NULL AND expires_at <= clock_timestamp() THEN 3 ELSE coalesce(answer, 0) END, settled_by, comment
            """;

    static final short APPROVED = 1;
    static final short DECLINED = 2;

    private ApprovalRow() {}

    static List<Request> read(PreparedStatement select, LetterCodec codec) throws SQLException {
        List<Request> requests = new ArrayList<>();
        try (ResultSet rows = select.executeQuery()) {
            while (rows.next()) {
                requests.add(read(rows, codec));
            }
        }
        return requests;
    }

    private static Request read(ResultSet row, LetterCodec codec) throws SQLException {
        String id = row.getString(1);
        SagaKey saga = new SagaKey(new Tenant(row.getString(2)), row.getString(3), new BusinessKey(row.getString(4)));
        return new Request(
                id,
                new Letter(saga, id, codec.reveal(saga, id, row.getString(5))),
                row.getString(6),
                row.getObject(7, OffsetDateTime.class).toInstant(),
                row.getObject(8, OffsetDateTime.class).toInstant(),
                state(row.getInt(9)),
                row.getString(10),
                row.getString(11));
    }

    private static State state(int code) {
        return switch (code) {
            case 0 -> State.OPEN;
            case APPROVED -> State.APPROVED;
            case DECLINED -> State.DECLINED;
            case 3 -> State.EXPIRED;
            default -> throw new IllegalStateException("no state of an approval has the code " + code);
        };
    }
}

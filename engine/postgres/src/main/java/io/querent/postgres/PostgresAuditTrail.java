package io.querent.postgres;

import io.querent.runtime.codec.LetterCodec;
import io.querent.runtime.codec.UnreadableLetterException;
import io.querent.runtime.journal.AuditTrail;
import io.querent.runtime.journal.Delivery.Settlement;
import io.querent.runtime.journal.Letter;
import io.querent.runtime.masking.MaskedFailure;
import io.querent.saga.BusinessKey;
import io.querent.saga.SagaId;
import io.querent.saga.SagaKey;
import io.querent.saga.Tenant;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads what people wanted of sagas in the audit that {@link DecisionAudits} and {@link LetterWrites} write; what else people did has no
 * answer. Thread-safe.
 */
final class PostgresAuditTrail implements AuditTrail {
    private static final String COLUMNS =
            "tenant, definition, business_key, request_id, content, answer, coalesce(detail, ''), received_at, settled_at";

    private static final String SELECT_ALL = """
            SELECT %s FROM querent.audit
            WHERE answer IS NOT NULL AND (?::timestamptz IS NULL OR settled_at < ?)
            ORDER BY settled_at DESC LIMIT ?
            """.formatted(COLUMNS);

    private static final String SELECT_SAGA = """
            SELECT %s FROM querent.audit
            WHERE bucket = ? AND saga_id = ? AND answer IS NOT NULL AND (?::timestamptz IS NULL OR settled_at < ?)
            ORDER BY settled_at DESC LIMIT ?
            """.formatted(COLUMNS);

    private static final Logger log = LoggerFactory.getLogger(PostgresAuditTrail.class);

    private final Database database;
    private final LetterCodec codec;

    PostgresAuditTrail(Database database, LetterCodec codec) {
        this.database = database;
        this.codec = codec;
    }

    @Override
    public List<Entry> read(@Nullable SagaId saga, @Nullable Instant before, int limit) {
        if (limit < 1 || limit > LONGEST_PAGE) {
            throw new IllegalArgumentException("the audit is read in pages of 1 to " + LONGEST_PAGE + ", not " + limit);
        }
        return database.autoCommitted("reading the audit", connection -> {
            try (PreparedStatement select = connection.prepareStatement(saga == null ? SELECT_ALL : SELECT_SAGA)) {
                int next = 1;
                if (saga != null) {
                    select.setShort(next++, (short) saga.bucket());
                    select.setObject(next++, saga.value());
                }
                OffsetDateTime time = before == null ? null : before.atOffset(ZoneOffset.UTC);
                select.setObject(next++, time, Types.TIMESTAMP_WITH_TIMEZONE);
                select.setObject(next++, time, Types.TIMESTAMP_WITH_TIMEZONE);
                select.setInt(next, limit);
                return entries(select);
            }
        });
    }

    /** One that a newer version wrote hides no other. */
    private List<Entry> entries(PreparedStatement select) throws SQLException {
        List<Entry> entries = new ArrayList<>();
        try (ResultSet rows = select.executeQuery()) {
            while (rows.next()) {
                try {
                    entries.add(entry(rows));
                } catch (UnreadableLetterException newer) {
                    log.warn(
                            "cannot read audit entry {} of {}; {}",
                            rows.getString(4),
                            rows.getString(3),
                            MaskedFailure.text(String.valueOf(newer.getMessage())));
                }
            }
        }
        return entries;
    }

    private Entry entry(ResultSet row) throws SQLException {
        SagaKey saga = new SagaKey(new Tenant(row.getString(1)), row.getString(2), new BusinessKey(row.getString(3)));
        String id = row.getString(4);
        return new Entry(
                new Letter(saga, id, codec.reveal(saga, id, row.getString(5))),
                new Settlement(LetterRow.answer(row.getShort(6)), row.getString(7)),
                row.getObject(8, OffsetDateTime.class).toInstant(),
                row.getObject(9, OffsetDateTime.class).toInstant());
    }
}

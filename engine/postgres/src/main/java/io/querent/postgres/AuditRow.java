package io.querent.postgres;

import io.querent.runtime.admin.AuditLog.Deed;
import io.querent.runtime.admin.AuditLog.Entry;
import io.querent.runtime.codec.LetterCodec;
import io.querent.runtime.codec.UnreadableLetterException;
import io.querent.runtime.journal.Letter;
import io.querent.saga.BusinessKey;
import io.querent.saga.SagaKey;
import io.querent.saga.Tenant;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HexFormat;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An entry of the audit as it is stored. Its hash is computed here a second time, from the columns, as {@code querent.audit_text} does in
 * the database.
 *
 * @param answer number of the answer to a decision; null for what is none
 * @param reason null for a decision, whose reason is in the content
 */
record AuditRow(
        long number,
        @Nullable String previousHash,
        OffsetDateTime receivedAt,
        OffsetDateTime settledAt,
        @Nullable String bucket,
        @Nullable String sagaId,
        @Nullable String tenant,
        @Nullable String definition,
        @Nullable String businessKey,
        String requestId,
        String operator,
        String action,
        @Nullable String answer,
        String outcome,
        @Nullable String reason,
        @Nullable String detail,
        String content,
        @Nullable String hash) {
    static final String COLUMNS =
            "number, previous_hash, received_at, settled_at, bucket, saga_id, tenant, definition, business_key,"
                    + " request_id, operator, action, answer, outcome, reason, detail, content, hash";

    /** Of the entry before the first. */
    static final String NO_HASH = "0".repeat(64);

    private static final String FIRST_LINE = "querent-audit/1\n";
    private static final DateTimeFormatter MICROS = DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSS'Z'");

    static AuditRow read(ResultSet row) throws SQLException {
        return new AuditRow(
                row.getLong(1),
                row.getString(2),
                row.getObject(3, OffsetDateTime.class),
                row.getObject(4, OffsetDateTime.class),
                row.getString(5),
                row.getString(6),
                row.getString(7),
                row.getString(8),
                row.getString(9),
                row.getString(10),
                row.getString(11),
                row.getString(12),
                row.getString(13),
                row.getString(14),
                row.getString(15),
                row.getString(16),
                row.getString(17),
                row.getString(18));
    }

    Entry entry(LetterCodec codec) {
        Deed deed = new Deed(
                requestId, operator, action, saga(), outcome, why(codec), detail == null ? "" : detail, content);
        return new Entry(number, settledAt.toInstant(), deed, text(previousHash), text(hash));
    }

    /** What the hash must be, hexadecimal. */
    String expectedHash() {
        StringBuilder text = new StringBuilder(1_000).append(FIRST_LINE);
        part(text, String.valueOf(number));
        part(text, previousHash);
        part(text, utc(receivedAt));
        part(text, utc(settledAt));
        part(text, bucket);
        part(text, sagaId);
        part(text, tenant);
        part(text, definition);
        part(text, businessKey);
        part(text, requestId);
        part(text, operator);
        part(text, action);
        part(text, answer);
        part(text, outcome);
        part(text, reason);
        part(text, detail);
        part(text, content);
        return HexFormat.of().formatHex(sha256().digest(text.toString().getBytes(StandardCharsets.UTF_8)));
    }

    private static void part(StringBuilder text, @Nullable String value) {
        if (value == null) {
            text.append("-\n");
        } else {
            int bytes = value.getBytes(StandardCharsets.UTF_8).length;
            text.append(bytes).append(':').append(value).append('\n');
        }
    }

    private static String utc(OffsetDateTime time) {
        return MICROS.format(time.withOffsetSameInstant(ZoneOffset.UTC));
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java platform has SHA-256", impossible);
        }
    }

    private @Nullable SagaKey saga() {
        return businessKey == null
                ? null
                : new SagaKey(
                        new Tenant(Objects.requireNonNull(tenant)),
                        Objects.requireNonNull(definition),
                        new BusinessKey(businessKey));
    }

    /** One that a newer version wrote hides no other, and is shown without its reason. */
    private String why(LetterCodec codec) {
        if (reason != null || answer == null) {
            return text(reason);
        }
        try {
            SagaKey of = saga();
            Letter.Content letter =
                    of == null ? codec.decode(requestId, content) : codec.reveal(of, requestId, content);
            if (letter instanceof Letter.Decided decided) {
                return decided.authority().reason();
            }
            return letter instanceof Letter.Woken woken ? woken.reason() : "";
        } catch (UnreadableLetterException newer) {
            return "";
        }
    }

    private static String text(@Nullable String value) {
        return value == null ? "" : value;
    }
}

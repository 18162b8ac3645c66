package io.querent.examples.payment.bank.books;

import io.querent.examples.payment.bank.instruction.Instruction;
import io.querent.examples.payment.bank.instruction.InstructionKind;
import io.querent.examples.payment.bank.instruction.InstructionReader;
import io.querent.examples.payment.bank.instruction.Reading;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;

/**
 * A row of {@code bank.instruction} with its times, all by the database's clock.
 *
 * @param readAt when the row was read
 */
record InstructionRow(
        Entry entry,
        boolean wasPending,
        Instant receivedAt,
        @Nullable Instant decidedAt,
        Instant readAt) {
    static final String SELECT = """
            SELECT instruction.kind, content, status, code, message, received_at, settle_at, decided_at,
                   statement_timestamp() AS read_at
            FROM bank.instruction
            """;

    static InstructionRow read(ResultSet rows, String key, InstructionKind kind, InstructionReader instructions)
            throws SQLException {
        Instruction instruction = instruction(instructions, kind, rows.getString("content"));
        Instant decidedAt = instant(rows, "decided_at");
        Entry entry = switch (EntryStatus.valueOf(rows.getString("status"))) {
            case PENDING -> Entry.pending(key, instruction);
            case BOOKED -> Entry.booked(key, instruction, present(decidedAt));
            case DECLINED ->
                Entry.declined(key, instruction, new Decline(rows.getString("code"), rows.getString("message")));
        };
        return new InstructionRow(
                entry,
                rows.getObject("settle_at") != null,
                present(instant(rows, "received_at")),
                decidedAt,
                present(instant(rows, "read_at")));
    }

    /** What a stored instruction says. It was understood before it was stored. */
    static Instruction instruction(InstructionReader instructions, InstructionKind kind, String content) {
        Reading reading = instructions.read(kind, content.getBytes(StandardCharsets.UTF_8));
        if (reading instanceof Reading.Understood understood) {
            return understood.instruction();
        }
        throw new IllegalStateException("stored instruction is not understood: " + reading);
    }

    /** What a reader sees who learns of everything {@code lag} late, or null where that is nothing. */
    @Nullable
    Entry seenWith(Duration lag) {
        Instant horizon = readAt.minus(lag);
        if (decidedAt != null && !decidedAt.isAfter(horizon)) {
            return entry;
        }
        boolean seenPending = (decidedAt == null || wasPending) && !receivedAt.isAfter(horizon);
        return seenPending ? Entry.pending(entry.key(), entry.instruction()) : null;
    }

    private static @Nullable Instant instant(ResultSet rows, String column) throws SQLException {
        OffsetDateTime time = rows.getObject(column, OffsetDateTime.class);
        return time == null ? null : time.toInstant();
    }

    private static Instant present(@Nullable Instant time) {
        if (time == null) {
            throw new IllegalStateException("a time is missing that the table's checks demand");
        }
        return time;
    }
}

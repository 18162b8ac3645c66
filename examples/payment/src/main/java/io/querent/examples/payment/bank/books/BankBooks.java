package io.querent.examples.payment.bank.books;

import io.querent.examples.payment.bank.instruction.Instruction;
import io.querent.examples.payment.bank.instruction.InstructionKind;
import io.querent.examples.payment.bank.instruction.InstructionReader;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Carries out instructions, each key once: the key is claimed by a unique index in the transaction that books, so a repeat either
 * waits for the first to commit and then reads its row, or becomes the first because that one rolled back. Thread-safe.
 */
public final class BankBooks {
    private static final String CLAIM_KEY = """
            INSERT INTO bank.instruction (kind, operation_key, key_honoured, content, status, settle_at)
            VALUES (?, ?, ?, ?, 'PENDING', statement_timestamp() + ? * interval '1 millisecond')
            ON CONFLICT (operation_key) WHERE key_honoured DO NOTHING
            RETURNING id
            """;

    private static final String READ_FIRST = InstructionRow.SELECT + """
            WHERE instruction.operation_key = ? AND instruction.key_honoured
            """;

    private final Database database;
    private final InstructionReader instructions;
    private final Bookkeeper bookkeeper;
    private final boolean honoursKeys;

    BankBooks(Database database, InstructionReader instructions, Bookkeeper bookkeeper, boolean honoursKeys) {
        this.database = database;
        this.instructions = instructions;
        this.bookkeeper = bookkeeper;
        this.honoursKeys = honoursKeys;
    }

    /** Books or declines {@code instruction} now, unless its key was used before. */
    public Ruling carryOut(String key, Instruction instruction) {
        return database.transaction(connection -> carryOut(connection, key, instruction));
    }

    /** Takes {@code instruction} on as pending, to be settled after {@code delay}, unless its key was used before. */
    public Ruling accept(String key, Instruction instruction, Duration delay) {
        return database.transaction(connection -> {
            Long id = claimKey(connection, key, instruction, delay);
            return id == null
                    ? repeat(connection, key, instruction)
                    : new Ruling.First(Entry.pending(key, instruction));
        });
    }

    /** The same within the caller's transaction. */
    Ruling carryOut(Connection connection, String key, Instruction instruction) throws SQLException {
        Long id = claimKey(connection, key, instruction, null);
        return id == null
                ? repeat(connection, key, instruction)
                : new Ruling.First(bookkeeper.decide(connection, id, key, instruction));
    }

    /** The id of the new row, or null where the key is taken. */
    private @Nullable Long claimKey(
            Connection connection, String key, Instruction instruction, @Nullable Duration settleAfter)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(CLAIM_KEY)) {
            statement.setString(1, instruction.kind().name());
            statement.setString(2, key);
            statement.setBoolean(3, honoursKeys);
            statement.setString(4, instructions.write(instruction));
            statement.setObject(5, settleAfter == null ? null : settleAfter.toMillis(), Types.BIGINT);
            try (ResultSet rows = statement.executeQuery()) {
                return rows.next() ? rows.getLong(1) : null;
            }
        }
    }

    private Ruling repeat(Connection connection, String key, Instruction instruction) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(READ_FIRST)) {
            statement.setString(1, key);
            try (ResultSet rows = statement.executeQuery()) {
                if (!rows.next()) {
                    throw new IllegalStateException(
                            "the row that claimed key " + key + " is gone, and rows are never deleted");
                }
                InstructionKind kind = InstructionKind.valueOf(rows.getString("kind"));
                InstructionRow first = InstructionRow.read(rows, key, kind, instructions);
                return first.entry().instruction().equals(instruction)
                        ? new Ruling.Replay(first.entry())
                        : new Ruling.KeyReused();
            }
        }
    }
}

package io.querent.examples.payment.bank.books;

import io.querent.examples.payment.bank.instruction.Instruction;
import io.querent.examples.payment.bank.instruction.InstructionKind;
import io.querent.examples.payment.bank.instruction.InstructionReader;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;

/**
 * What happens at the bank without a caller: parked requests arrive, pending instructions are settled. Both wait in tables, so a
 * restart only delays them. Thread-safe, and harmless if two processes do it on the same books.
 */
public final class Arrivals {
    private static final String PARK = """
            INSERT INTO bank.parked_request (kind, operation_key, content, due_at)
            VALUES (?, ?, ?, statement_timestamp() + ? * interval '1 millisecond')
            """;

    private static final String TAKE_PARKED = """
            DELETE FROM bank.parked_request
            WHERE id = (SELECT id FROM bank.parked_request
                        WHERE due_at <= statement_timestamp()
                        ORDER BY due_at
                        LIMIT 1
                        FOR UPDATE SKIP LOCKED)
            RETURNING kind, operation_key, content
            """;

    private static final String TAKE_PENDING = """
            SELECT id, kind, operation_key, content
            FROM bank.instruction
            WHERE status = 'PENDING' AND settle_at <= statement_timestamp()
            ORDER BY settle_at
            LIMIT 1
            FOR UPDATE SKIP LOCKED
            """;

    private final Database database;
    private final InstructionReader instructions;
    private final BankBooks books;
    private final Bookkeeper bookkeeper;

    Arrivals(Database database, InstructionReader instructions, BankBooks books, Bookkeeper bookkeeper) {
        this.database = database;
        this.instructions = instructions;
        this.books = books;
        this.bookkeeper = bookkeeper;
    }

    /** Keeps {@code instruction} away from the books for {@code delay}, as if it hung in the network. */
    public void park(String key, Instruction instruction, Duration delay) {
        database.statement(connection -> {
            try (PreparedStatement statement = connection.prepareStatement(PARK)) {
                statement.setString(1, instruction.kind().name());
                statement.setString(2, key);
                statement.setString(3, instructions.write(instruction));
                statement.setLong(4, delay.toMillis());
                return statement.executeUpdate();
            }
        });
    }

    /** Lets what is due happen, at most {@code limit} of each sort; gives how much happened. */
    public int bringInDue(int limit) {
        int happened = 0;
        while (happened < limit && database.transaction(this::bringInParked)) {
            happened++;
        }
        int settled = 0;
        while (settled < limit && database.transaction(this::settlePending)) {
            settled++;
        }
        return happened + settled;
    }

    /** The books treat it like any request: it may be the first under its key, or a repeat that changes nothing. */
    private boolean bringInParked(Connection connection) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(TAKE_PARKED);
                ResultSet rows = statement.executeQuery()) {
            if (!rows.next()) {
                return false;
            }
            books.carryOut(connection, rows.getString("operation_key"), instruction(rows));
            return true;
        }
    }

    private boolean settlePending(Connection connection) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(TAKE_PENDING);
                ResultSet rows = statement.executeQuery()) {
            if (!rows.next()) {
                return false;
            }
            bookkeeper.decide(connection, rows.getLong("id"), rows.getString("operation_key"), instruction(rows));
            return true;
        }
    }

    private Instruction instruction(ResultSet rows) throws SQLException {
        InstructionKind kind = InstructionKind.valueOf(rows.getString("kind"));
        return InstructionRow.instruction(instructions, kind, rows.getString("content"));
    }
}

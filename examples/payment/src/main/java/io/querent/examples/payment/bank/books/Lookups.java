package io.querent.examples.payment.bank.books;

import io.querent.examples.payment.bank.instruction.InstructionKind;
import io.querent.examples.payment.bank.instruction.InstructionReader;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.time.Duration;
import java.util.Optional;

/** Answers what became of a key, to a caller who may see only what is older than a lag. Thread-safe. */
public final class Lookups {
    private static final int MOST_ROWS = 100;

    private static final String OF_KEY = InstructionRow.SELECT + """
            WHERE operation_key = ? AND kind = ?
            ORDER BY id
            LIMIT ?
            """;

    private final Database database;
    private final InstructionReader instructions;

    Lookups(Database database, InstructionReader instructions) {
        this.database = database;
        this.instructions = instructions;
    }

    /**
     * What a lookup finds.
     *
     * @param entry the first instruction under the key
     * @param bookings how often it was booked: more than once only if the bank does not honour keys, and counted to 100 at most
     */
    public record Found(Entry entry, int bookings) {}

    /** What became of {@code key}, as far as it is older than {@code lag}. */
    public Optional<Found> find(InstructionKind kind, String key, Duration lag) {
        return database.statement(connection -> {
            try (PreparedStatement statement = connection.prepareStatement(OF_KEY)) {
                statement.setString(1, key);
                statement.setString(2, kind.name());
                statement.setInt(3, MOST_ROWS);
                try (ResultSet rows = statement.executeQuery()) {
                    Found found = null;
                    while (rows.next()) {
                        Entry seen = InstructionRow.read(rows, key, kind, instructions)
                                .seenWith(lag);
                        if (seen != null) {
                            int booking = seen.status() == EntryStatus.BOOKED ? 1 : 0;
                            found = found == null
                                    ? new Found(seen, booking)
                                    : new Found(found.entry(), found.bookings() + booking);
                        }
                    }
                    return Optional.ofNullable(found);
                }
            }
        });
    }
}

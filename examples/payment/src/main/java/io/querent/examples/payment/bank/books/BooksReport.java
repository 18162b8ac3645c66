package io.querent.examples.payment.bank.books;

import io.querent.examples.payment.bank.instruction.InstructionKind;
import io.querent.examples.payment.bank.instruction.Money;
import java.math.BigDecimal;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The books as an auditor reads them: everything booked, page by page, and the sums. Thread-safe. */
public final class BooksReport {
    /** Most bookings on a page, and most duplicate keys listed in a summary. */
    public static final int LONGEST_PAGE = 1000;

    private static final String PAGE = """
            SELECT id, kind, operation_key, original_key, amount, currency,
                   debtor_account, creditor_bank, creditor_account, reference, booked_at
            FROM bank.booking
            WHERE id > ?
            ORDER BY id
            LIMIT ?
            """;

    private static final String ONE_INSTANT = "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ";

    private static final String SUMS = """
            SELECT kind, currency, count(*) AS bookings, sum(amount) AS amount
            FROM bank.booking
            GROUP BY kind, currency
            ORDER BY kind, currency
            """;

    private static final String DUPLICATES = """
            SELECT kind, operation_key, count(*) AS bookings
            FROM bank.booking
            GROUP BY kind, operation_key
            HAVING count(*) > 1
            ORDER BY kind, operation_key
            LIMIT ?
            """;

    private static final String OPEN = """
            SELECT (SELECT count(*) FROM bank.instruction WHERE status = 'DECLINED') AS declined,
                   (SELECT count(*) FROM bank.instruction WHERE status = 'PENDING') AS pending,
                   (SELECT count(*) FROM bank.parked_request) AS parked
            """;

    private final Database database;

    BooksReport(Database database) {
        this.database = database;
    }

    /** One booking. */
    public record Booking(
            long id,
            InstructionKind kind,
            String key,
            @Nullable String originalKey,
            Money money,
            String debtorAccount,
            String creditorBank,
            String creditorAccount,
            String reference,
            Instant bookedAt) {}

    /** What was booked of one kind in one currency. */
    public record Sum(InstructionKind kind, String currency, long bookings, BigDecimal amount) {}

    /** A key booked more than once. */
    public record Duplicate(InstructionKind kind, String key, long bookings) {}

    /**
     * The books at one instant.
     *
     * @param duplicates the first {@link #LONGEST_PAGE} of them
     * @param parked requests that have not reached the books yet
     */
    public record Summary(List<Sum> sums, List<Duplicate> duplicates, long declined, long pending, long parked) {
        public Summary {
            sums = List.copyOf(sums);
            duplicates = List.copyOf(duplicates);
        }
    }

    /**
     * Bookings with ids above {@code after}, lowest first. Ids are given before commits, so a page read while the bank works may
     * miss a booking that is about to commit below its last id; audits read when {@code pending} and {@code parked} are 0.
     */
    public List<Booking> page(long after, int limit) {
        if (limit < 1 || limit > LONGEST_PAGE) {
            throw new IllegalArgumentException("limit must be 1 to " + LONGEST_PAGE + "; found=" + limit);
        }
        return database.statement(connection -> {
            try (PreparedStatement statement = connection.prepareStatement(PAGE)) {
                statement.setLong(1, after);
                statement.setInt(2, limit);
                return list(statement, BooksReport::booking);
            }
        });
    }

    /** Sums, duplicates and what is still open, all of the same instant. */
    public Summary summary() {
        return database.transaction(connection -> {
            try (PreparedStatement oneInstant = connection.prepareStatement(ONE_INSTANT);
                    PreparedStatement sums = connection.prepareStatement(SUMS);
                    PreparedStatement duplicates = connection.prepareStatement(DUPLICATES);
                    PreparedStatement open = connection.prepareStatement(OPEN)) {
                oneInstant.execute();
                duplicates.setInt(1, LONGEST_PAGE);
                List<Sum> listedSums = list(sums, BooksReport::sum);
                List<Duplicate> listedDuplicates = list(
                        duplicates,
                        rows -> new Duplicate(kind(rows), rows.getString("operation_key"), rows.getLong("bookings")));
                return list(
                                open,
                                rows -> new Summary(
                                        listedSums,
                                        listedDuplicates,
                                        rows.getLong("declined"),
                                        rows.getLong("pending"),
                                        rows.getLong("parked")))
                        .get(0);
            }
        });
    }

    private interface RowReader<T> {
        T read(ResultSet rows) throws SQLException;
    }

    private static <T> List<T> list(PreparedStatement statement, RowReader<T> reader) throws SQLException {
        List<T> list = new ArrayList<>();
        try (ResultSet rows = statement.executeQuery()) {
            while (rows.next()) {
                list.add(reader.read(rows));
            }
        }
        return list;
    }

    static Booking booking(ResultSet rows) throws SQLException {
        return new Booking(
                rows.getLong("id"),
                kind(rows),
                rows.getString("operation_key"),
                rows.getString("original_key"),
                money(rows),
                rows.getString("debtor_account"),
                rows.getString("creditor_bank"),
                rows.getString("creditor_account"),
                rows.getString("reference"),
                rows.getObject("booked_at", OffsetDateTime.class).toInstant());
    }

    private static Sum sum(ResultSet rows) throws SQLException {
        String currency = rows.getString("currency");
        BigDecimal amount = Money.exact(rows.getBigDecimal("amount"), currency);
        return new Sum(kind(rows), currency, rows.getLong("bookings"), amount);
    }

    private static InstructionKind kind(ResultSet rows) throws SQLException {
        return InstructionKind.valueOf(rows.getString("kind"));
    }

    private static Money money(ResultSet rows) throws SQLException {
        return new Money(rows.getBigDecimal("amount"), rows.getString("currency"));
    }
}

package io.querent.examples.payment.bank.books;

import io.querent.examples.payment.bank.books.AccountDay.Line;
import io.querent.examples.payment.bank.instruction.Money;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The books as customers read them, account by account. The bank's days are those of UTC. Thread-safe. */
public final class Statements {
    /** Most bookings of a statement. */
    public static final int LONGEST_DAY = 100_000;

    /** Most bookings of a notification. */
    public static final int LONGEST_NOTIFICATION = 1_000;

    /** The text of an instruction is JSON; of a reversal it is the original's that has the reference. */
    private static final String LINES = """
            SELECT booking.*, (instruction.content::json ->> 'uetr') AS uetr
            FROM bank.booking
            LEFT JOIN LATERAL (
                SELECT content FROM bank.instruction
                WHERE instruction.operation_key = coalesce(booking.original_key, booking.operation_key)
                  AND instruction.kind = 'TRANSFER'
                ORDER BY instruction.id
                LIMIT 1) AS instruction ON true
            """;

    private static final String OF_DAY = LINES + """
            WHERE booked_at >= ? AND booked_at < ? AND (?::text IS NULL OR debtor_account = ?)
            ORDER BY debtor_account, currency, id
            LIMIT ?
            """;

    private static final String SINCE = LINES + """
            WHERE id > ?
            ORDER BY id
            LIMIT ?
            """;

    private static final String OPENING = """
            SELECT debtor_account, currency, sum(CASE kind WHEN 'TRANSFER' THEN -amount ELSE amount END) AS balance
            FROM bank.booking
            WHERE booked_at < ? AND (?::text IS NULL OR debtor_account = ?)
            GROUP BY debtor_account, currency
            """;

    private static final String ONE_INSTANT = "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ";

    private final Database database;

    Statements(Database database) {
        this.database = database;
    }

    /** An account in one currency. */
    private record Account(String number, String currency) {}

    /**
     * What was booked on that day, account by account; those without a booking are left out.
     *
     * @param account of this account alone; null for all
     * @throws TooManyBookingsException when there are more than {@value #LONGEST_DAY}
     */
    public List<AccountDay> of(LocalDate day, @Nullable String account) {
        OffsetDateTime begin = day.atStartOfDay().atOffset(ZoneOffset.UTC);
        return database.transaction(connection -> {
            try (PreparedStatement oneInstant = connection.prepareStatement(ONE_INSTANT);
                    PreparedStatement lines = connection.prepareStatement(OF_DAY)) {
                oneInstant.execute();
                Map<Account, BigDecimal> openings = openings(connection, begin, account);
                lines.setObject(1, begin);
                lines.setObject(2, begin.plusDays(1));
                lines.setString(3, account);
                lines.setString(4, account);
                lines.setInt(5, LONGEST_DAY + 1);
                List<Line> read = lines(lines);
                if (read.size() > LONGEST_DAY) {
                    throw new TooManyBookingsException();
                }
                return byAccount(read, openings);
            }
        });
    }

    /** What was booked with ids above {@code after}, at most {@value #LONGEST_NOTIFICATION} bookings; balances are left at nothing. */
    public List<AccountDay> since(long after) {
        return database.statement(connection -> {
            try (PreparedStatement lines = connection.prepareStatement(SINCE)) {
                lines.setLong(1, after);
                lines.setInt(2, LONGEST_NOTIFICATION);
                return byAccount(lines(lines), Map.of());
            }
        });
    }

    private static Map<Account, BigDecimal> openings(
            Connection connection, OffsetDateTime begin, @Nullable String account) throws SQLException {
        Map<Account, BigDecimal> openings = new LinkedHashMap<>();
        try (PreparedStatement statement = connection.prepareStatement(OPENING)) {
            statement.setObject(1, begin);
            statement.setString(2, account);
            statement.setString(3, account);
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    Account key = new Account(rows.getString("debtor_account"), rows.getString("currency"));
                    openings.put(key, rows.getBigDecimal("balance"));
                }
            }
        }
        return openings;
    }

    private static List<AccountDay> byAccount(List<Line> lines, Map<Account, BigDecimal> openings) {
        Map<Account, List<Line>> accounts = new LinkedHashMap<>();
        for (Line line : lines) {
            Account account = new Account(
                    line.booking().debtorAccount(), line.booking().money().currency());
            accounts.computeIfAbsent(account, unused -> new ArrayList<>()).add(line);
        }
        return accounts.entrySet().stream()
                .map(entry -> new AccountDay(
                        entry.getKey().number(),
                        entry.getKey().currency(),
                        Money.exact(
                                openings.getOrDefault(entry.getKey(), BigDecimal.ZERO),
                                entry.getKey().currency()),
                        entry.getValue()))
                .toList();
    }

    private static List<Line> lines(PreparedStatement statement) throws SQLException {
        List<Line> lines = new ArrayList<>();
        try (ResultSet rows = statement.executeQuery()) {
            while (rows.next()) {
                lines.add(new Line(BooksReport.booking(rows), rows.getString("uetr")));
            }
        }
        return lines;
    }

    /** A day has more bookings than a statement may have: it has to be asked for account by account. */
    public static final class TooManyBookingsException extends RuntimeException {
        private static final long serialVersionUID = 1;
    }
}

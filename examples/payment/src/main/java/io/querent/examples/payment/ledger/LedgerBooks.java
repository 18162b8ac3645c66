package io.querent.examples.payment.ledger;

import java.math.BigDecimal;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.springframework.jdbc.core.RowMapper;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Reads the payment service's own books, as an auditor does, page by page. Thread-safe. */
public final class LedgerBooks {
    private static final int PAGE = 1_000;

    private static final String ENTRIES = """
            SELECT operation_key, movement, account, currency, amount FROM ledger.entry
            WHERE operation_key > ? ORDER BY operation_key LIMIT ?
            """;

    private static final String NOTICES = """
            SELECT operation_key, order_id, recipient FROM ledger.notice
            WHERE operation_key > ? ORDER BY operation_key LIMIT ?
            """;

    /** Accounts whose balances do not follow from their entries. */
    private static final String UNBALANCED = """
            SELECT account.account, account.currency, available, reserved, booked,
                   opening - moved.reserve + moved.release,
                   moved.reserve - moved.release - moved.book,
                   moved.book
            FROM ledger.account
            CROSS JOIN LATERAL (
                SELECT coalesce(sum(amount) FILTER (WHERE movement = 'RESERVE'), 0) AS reserve,
                       coalesce(sum(amount) FILTER (WHERE movement = 'RELEASE'), 0) AS release,
                       coalesce(sum(amount) FILTER (WHERE movement = 'BOOK'), 0) AS book
                FROM ledger.entry
                WHERE entry.account = account.account AND entry.currency = account.currency) AS moved
            WHERE available <> opening - moved.reserve + moved.release
               OR reserved <> moved.reserve - moved.release - moved.book
               OR booked <> moved.book
            ORDER BY account.account, account.currency
            LIMIT ?
            """;

    private final JdbcClient database;

    public LedgerBooks(JdbcClient database) {
        this.database = database;
    }

    /** One movement of money. */
    public record Entry(String key, String movement, String account, String currency, BigDecimal amount) {}

    /** One message that was sent. */
    public record SentNotice(String key, String orderId, String recipient) {}

    /** Balances that are, and that should be: available, reserved and booked. */
    public record Unbalanced(String account, String currency, List<BigDecimal> found, List<BigDecimal> expected) {
        public Unbalanced {
            found = List.copyOf(found);
            expected = List.copyOf(expected);
        }
    }

    /** Shows every entry to {@code reader}. */
    public void readEntries(Consumer<Entry> reader) {
        read(
                ENTRIES,
                (row, number) -> new Entry(
                        row.getString(1), row.getString(2), row.getString(3), row.getString(4), row.getBigDecimal(5)),
                Entry::key,
                reader);
    }

    /** Shows every sent notice to {@code reader}. */
    public void readNotices(Consumer<SentNotice> reader) {
        read(
                NOTICES,
                (row, number) -> new SentNotice(row.getString(1), row.getString(2), row.getString(3)),
                SentNotice::key,
                reader);
    }

    /** Accounts whose balances do not follow from their entries; the first thousand at most. */
    public List<Unbalanced> unbalanced() {
        return database.sql(UNBALANCED)
                .params(PAGE)
                .query((row, number) -> new Unbalanced(
                        row.getString(1),
                        row.getString(2),
                        List.of(row.getBigDecimal(3), row.getBigDecimal(4), row.getBigDecimal(5)),
                        List.of(row.getBigDecimal(6), row.getBigDecimal(7), row.getBigDecimal(8))))
                .list();
    }

    private <T> void read(String select, RowMapper<T> mapper, Function<T, String> key, Consumer<T> reader) {
        List<T> page;
        String last = "";
        do {
            page = database.sql(select).params(last, PAGE).query(mapper).list();
            page.forEach(reader);
            last = page.isEmpty() ? last : key.apply(page.get(page.size() - 1));
        } while (page.size() == PAGE);
    }
}

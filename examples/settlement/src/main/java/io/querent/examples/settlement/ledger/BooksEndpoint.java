package io.querent.examples.settlement.ledger;

import io.querent.examples.settlement.ledger.message.LedgerBooks;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** {@code GET /books}: for auditors. Sums are the database's own, over the single sales and lines. */
@RestController
class BooksEndpoint {
    private static final String SETTLEMENTS = """
            SELECT settlement, merchant, business_date::text AS business_date, currency, state, total_minor, fees_minor, returned_minor,
                   (SELECT coalesce(sum(minor), 0)::bigint FROM ledger.sale WHERE sale.settlement = settlement.settlement) AS sold_minor
            FROM ledger.settlement JOIN ledger.merchant USING (merchant)
            ORDER BY settlement
            """;

    private static final String PAYOUTS = "SELECT settlement, reference, minor FROM ledger.payout WHERE paid";

    private static final String ACCOUNTS = """
            SELECT account, merchant, currency, sum(minor)::bigint AS balance_minor,
                   CASE account WHEN 'open' THEN (
                       SELECT coalesce(sum(sale.minor), 0)::bigint FROM ledger.sale
                       LEFT JOIN ledger.settlement USING (settlement)
                       WHERE sale.merchant = posting.merchant AND state IS DISTINCT FROM 'BOOKED')
                   ELSE 0 END AS open_minor
            FROM ledger.posting
            GROUP BY account, merchant, currency
            ORDER BY merchant, account
            """;

    private static final String NOTICES = "SELECT settlement, report_sha256 FROM ledger.notice ORDER BY settlement";

    private static final String UNBALANCED = """
            SELECT operation_key FROM ledger.posting GROUP BY operation_key, currency HAVING sum(minor) <> 0 ORDER BY 1
            """;

    private final JdbcClient database;

    BooksEndpoint(JdbcClient database) {
        this.database = database;
    }

    @GetMapping("/books")
    LedgerBooks books() {
        Map<String, Map<String, Long>> payouts = payouts();
        List<LedgerBooks.SettlementBook> settlements = database.sql(SETTLEMENTS)
                .query((row, number) -> settlement(row, payouts))
                .list();
        return new LedgerBooks(
                settlements,
                database.sql(ACCOUNTS).query(LedgerBooks.Account.class).list(),
                database.sql(NOTICES).query(LedgerBooks.Notice.class).list(),
                database.sql(UNBALANCED).query(String.class).list());
    }

    private Map<String, Map<String, Long>> payouts() {
        Map<String, Map<String, Long>> payouts = new HashMap<>();
        database.sql(PAYOUTS).query(row -> {
            payouts.computeIfAbsent(row.getString("settlement"), settlement -> new HashMap<>())
                    .put(row.getString("reference"), row.getLong("minor"));
        });
        return payouts;
    }

    private static LedgerBooks.SettlementBook settlement(ResultSet row, Map<String, Map<String, Long>> payouts)
            throws SQLException {
        String settlement = row.getString("settlement");
        return new LedgerBooks.SettlementBook(
                settlement,
                row.getString("merchant"),
                row.getString("business_date"),
                row.getString("currency"),
                row.getString("state"),
                row.getLong("total_minor"),
                row.getLong("sold_minor"),
                row.getLong("fees_minor"),
                row.getLong("returned_minor"),
                payouts.getOrDefault(settlement, Map.of()));
    }
}

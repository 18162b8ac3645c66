package io.querent.examples.settlement.audit;

import io.querent.examples.payment.audit.Finding;
import io.querent.examples.payment.audit.Finding.Kind;
import io.querent.examples.payment.bankclient.BankBooking;
import io.querent.examples.settlement.ledger.message.LedgerBooks;
import io.querent.saga.Amount;
import io.querent.saga.MinorUnits;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** What was paid by each of the books, summed up by itself: for each merchant and currency, and in all. Not thread-safe. */
public final class MoneyTotals {
    private static final MinorUnits UNITS = MinorUnits.iso4217();
    private static final String UNKNOWN = "nobody's";

    private final Map<String, String> merchants;
    private final Set<String> open;
    private final SortedMap<String, Row> rows = new TreeMap<>();
    private final SortedMap<String, Row> compared = new TreeMap<>();

    /** What each of the books says was paid, in minor units. */
    public record Row(long bank, long ledger, long statement) {
        private Row plus(Row other) {
            return new Row(bank + other.bank, ledger + other.ledger, statement + other.statement);
        }

        /** Whether they say the same. */
        public boolean agrees() {
            return bank == ledger && ledger == statement;
        }
    }

    /**
     * @param merchants whose payout it is, by the key that the bank knows it by
     * @param open keys of payouts whose settlement goes on and is not booked: what is paid of it cannot be in the ledger yet
     */
    MoneyTotals(Map<String, String> merchants, Set<String> open) {
        this.merchants = Map.copyOf(merchants);
        this.open = Set.copyOf(open);
    }

    void add(BankBooking booking) {
        boolean transfer = booking.kind().equals("TRANSFER");
        long minor = UNITS.toMinorLong(new Amount(booking.amount(), booking.currency()));
        String key = transfer ? booking.key() : booking.originalKey();
        add(key, merchants.getOrDefault(key, UNKNOWN), booking.currency(), new Row(transfer ? minor : -minor, 0, 0));
    }

    void add(StatementLine line) {
        long minor = UNITS.toMinorLong(line.amount());
        String merchant = merchants.getOrDefault(line.endToEndId(), UNKNOWN);
        add(line.endToEndId(), merchant, line.amount().currency(), new Row(0, 0, line.isDebit() ? minor : -minor));
    }

    void add(LedgerBooks.Account account) {
        if (account.account().equals("paid")) {
            add("", account.merchant(), account.currency(), new Row(0, account.balanceMinor(), 0));
        }
    }

    /** By currency, over all merchants. */
    public SortedMap<String, Row> byCurrency() {
        return byCurrency(rows);
    }

    private static SortedMap<String, Row> byCurrency(SortedMap<String, Row> rows) {
        SortedMap<String, Row> totals = new TreeMap<>();
        rows.forEach((name, row) -> totals.merge(name.substring(name.lastIndexOf(' ') + 1), row, Row::plus));
        return totals;
    }

    /** Where they do not say the same of what is at rest. */
    List<Finding> differences() {
        List<Finding> findings = new ArrayList<>();
        compared.forEach((name, row) -> compare("paid for " + name, row, findings));
        byCurrency(compared).forEach((currency, row) -> compare("paid in all in " + currency, row, findings));
        return findings;
    }

    private void add(String key, String merchant, String currency, Row row) {
        rows.merge(merchant + " in " + currency, row, Row::plus);
        if (!open.contains(key)) {
            compared.merge(merchant + " in " + currency, row, Row::plus);
        }
    }

    private static void compare(String key, Row row, List<Finding> findings) {
        if (!row.agrees()) {
            findings.add(new Finding(
                    Kind.UNBALANCED,
                    "totals",
                    key,
                    "the same by bank, ledger and statement",
                    row.bank() + ", " + row.ledger() + ", " + row.statement() + " in minor units"));
        }
    }
}

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
import java.util.SortedMap;
import java.util.TreeMap;

/** What was paid by each of the books, summed up by itself: for each merchant and currency, and in all. Not thread-safe. */
public final class MoneyTotals {
    private static final MinorUnits UNITS = MinorUnits.iso4217();
    private static final String UNKNOWN = "nobody's";

    private final Map<String, String> merchants;
    private final SortedMap<String, Row> rows = new TreeMap<>();

    /** What each of the books says was paid, in minor units. */
    public record Row(long bank, long ledger, long statement) {
        private static final Row NOTHING = new Row(0, 0, 0);

        private Row plus(long atBank, long inLedger, long stated) {
            return new Row(bank + atBank, ledger + inLedger, statement + stated);
        }

        /** Whether they say the same. */
        public boolean agrees() {
            return bank == ledger && ledger == statement;
        }
    }

    /** @param merchants whose payout it is, by the key that the bank knows it by */
    MoneyTotals(Map<String, String> merchants) {
        this.merchants = Map.copyOf(merchants);
    }

    void add(BankBooking booking) {
        boolean transfer = booking.kind().equals("TRANSFER");
        long minor = UNITS.toMinorLong(new Amount(booking.amount(), booking.currency()));
        String key = transfer ? booking.key() : booking.originalKey();
        add(merchants.getOrDefault(key, UNKNOWN), booking.currency(), transfer ? minor : -minor, 0, 0);
    }

    void add(StatementLine line) {
        long minor = UNITS.toMinorLong(line.amount());
        String merchant = merchants.getOrDefault(line.endToEndId(), UNKNOWN);
        add(merchant, line.amount().currency(), 0, 0, line.isDebit() ? minor : -minor);
    }

    void add(LedgerBooks.Account account) {
        if (account.account().equals("paid")) {
            add(account.merchant(), account.currency(), 0, account.balanceMinor(), 0);
        }
    }

    /** By currency, over all merchants. */
    public SortedMap<String, Row> byCurrency() {
        SortedMap<String, Row> totals = new TreeMap<>();
        rows.forEach((name, row) -> totals.merge(
                name.substring(name.lastIndexOf(' ') + 1), row, (a, b) -> a.plus(b.bank(), b.ledger(), b.statement())));
        return totals;
    }

    /** Where they do not say the same. */
    List<Finding> differences() {
        List<Finding> findings = new ArrayList<>();
        rows.forEach((name, row) -> compare("paid for " + name, row, findings));
        byCurrency().forEach((currency, row) -> compare("paid in all in " + currency, row, findings));
        return findings;
    }

    private void add(String merchant, String currency, long bank, long ledger, long statement) {
        rows.merge(
                merchant + " in " + currency,
                Row.NOTHING.plus(bank, ledger, statement),
                (a, b) -> a.plus(b.bank(), b.ledger(), b.statement()));
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

package io.querent.examples.settlement.audit;

import io.querent.examples.payment.audit.Finding;
import io.querent.examples.payment.audit.Finding.Kind;
import io.querent.examples.settlement.ledger.message.LedgerBooks;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Whether the ledger agrees with itself: its accounts with its sales, its windows and its payouts, for each merchant. Pure. */
final class Balances {
    private static final String BOOKED = "BOOKED";

    private final LedgerBooks books;
    private final Map<String, Long> expected = new HashMap<>();
    private final List<Finding> findings = new ArrayList<>();

    private Balances(LedgerBooks books) {
        this.books = books;
    }

    static List<Finding> check(LedgerBooks books) {
        return new Balances(books).findings();
    }

    private List<Finding> findings() {
        books.unbalanced()
                .forEach(key -> wrong("operation " + key, "lines that add up to nothing", "lines that do not"));
        for (LedgerBooks.SettlementBook settlement : books.settlements()) {
            windowHoldsItsSales(settlement);
            if (settlement.state().equals(BOOKED)) {
                add("paid", settlement, paid(settlement));
                add("fees", settlement, settlement.feesMinor());
                add("balance", settlement, settlement.returnedMinor());
            }
        }
        for (LedgerBooks.Account account : books.accounts()) {
            String name = account.account() + " of " + account.merchant() + " in " + account.currency();
            long should = account.account().equals("open") ? account.openMinor() : expected.getOrDefault(name, 0L);
            if (!account.account().equals("acquirer") && account.balanceMinor() != should) {
                wrong("account " + name, String.valueOf(should), String.valueOf(account.balanceMinor()));
            }
        }
        return findings;
    }

    private void windowHoldsItsSales(LedgerBooks.SettlementBook settlement) {
        long accounted = settlement.state().equals(BOOKED)
                ? paid(settlement) + settlement.feesMinor() + settlement.returnedMinor()
                : settlement.totalMinor();
        if (settlement.totalMinor() != settlement.soldMinor() || settlement.totalMinor() != accounted) {
            wrong(
                    "window of " + settlement.settlement(),
                    "sold = frozen = paid, kept and returned",
                    settlement.soldMinor() + ", " + settlement.totalMinor() + ", " + accounted);
        }
    }

    private void add(String account, LedgerBooks.SettlementBook settlement, long minor) {
        expected.merge(
                account + " of " + settlement.merchant() + " in " + settlement.currency(), minor, Math::addExact);
    }

    private static long paid(LedgerBooks.SettlementBook settlement) {
        return settlement.payouts().values().stream().mapToLong(Long::longValue).sum();
    }

    private void wrong(String key, String should, String found) {
        findings.add(new Finding(Kind.UNBALANCED, "ledger", key, should + " in minor units", found));
    }
}

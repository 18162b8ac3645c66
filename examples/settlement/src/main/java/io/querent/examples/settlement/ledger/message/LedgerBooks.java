package io.querent.examples.settlement.ledger.message;

import java.util.List;
import java.util.Map;

/**
 * All that the ledger has written down, summed up by its database.
 *
 * @param settlements one of each window
 * @param accounts balances
 * @param notices what it was told over the broker
 * @param unbalanced keys of operations whose lines do not add up to nothing; should be empty
 */
public record LedgerBooks(
        List<SettlementBook> settlements, List<Account> accounts, List<Notice> notices, List<String> unbalanced) {
    public LedgerBooks {
        settlements = List.copyOf(settlements);
        accounts = List.copyOf(accounts);
        notices = List.copyOf(notices);
        unbalanced = List.copyOf(unbalanced);
    }

    /**
     * One window.
     *
     * @param state FROZEN, BOOKED or REOPENED
     * @param soldMinor sum of the sales that are in it, in minor units
     * @param payouts what was booked as paid, by the bank's name of it
     */
    public record SettlementBook(
            String settlement,
            String merchant,
            String window,
            String currency,
            String state,
            long totalMinor,
            long soldMinor,
            long feesMinor,
            long returnedMinor,
            Map<String, Long> payouts) {
        public SettlementBook {
            payouts = Map.copyOf(payouts);
        }
    }

    /**
     * One account.
     *
     * @param openMinor sales of the merchant that are in no window yet; 0 for accounts other than {@code open}
     */
    public record Account(String account, String merchant, String currency, long balanceMinor, long openMinor) {}

    /** What came over the broker. */
    public record Notice(String settlement, String reportSha256) {}
}

package io.querent.examples.settlement.ledger.message;

import io.querent.examples.settlement.payout.Share;
import java.util.List;

/**
 * A window whose sales are fixed: what comes to be known later belongs to the next one.
 *
 * @param totalMinor of all sales, in minor units
 * @param sales how many
 * @param shares by beneficiary, in the order of their ids
 */
public record FrozenWindow(
        String settlement,
        String merchant,
        String window,
        String currency,
        long totalMinor,
        int sales,
        List<Share> shares) {
    public FrozenWindow {
        shares = List.copyOf(shares);
    }

    /** Whether it is what was asked for, and adds up. */
    public boolean answers(FreezeWindow request) {
        return settlement.equals(request.settlement())
                && merchant.equals(request.merchant())
                && window.equals(request.window())
                && shares.stream().mapToLong(Share::grossMinor).sum() == totalMinor;
    }
}

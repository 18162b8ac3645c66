package io.querent.examples.settlement.ledgerclient;

import java.io.IOException;

/** The ledger will not take these sales, however often they are told. */
public final class OtherSalesException extends IOException {
    private static final long serialVersionUID = 1L;

    /** @param key under which they were told */
    OtherSalesException(String key) {
        super(
                "the ledger has other sales under " + key
                        + ", as another --seed, --merchants or --payouts makes them; run with those of before, or with another --data");
    }
}

package io.querent.examples.payment.faultrun.load;

import io.querent.examples.payment.faults.Faults;
import io.querent.examples.payment.order.PaymentOrder;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * The orders of a run: the seed says what each of them is, whenever it is asked for. Immutable.
 *
 * @param seed of the run
 */
public record Orders(long seed) {
    private static final int ACCOUNTS = 500;
    private static final int MOST_CENTS = 10_000;
    private static final int ONE_IN = 100;
    /** More than an account holds. */
    private static final BigDecimal TOO_MUCH = new BigDecimal("25000.00");

    private static final String CURRENCY = "CZK";

    /** The order of that number, from 0. */
    public PaymentOrder order(int number) {
        SplittableRandom draw = new SplittableRandom(seed * 1_000_003 + number);
        int account = draw.nextInt(ACCOUNTS);
        BigDecimal amount = draw.nextInt(ONE_IN) == 0 ? TOO_MUCH : BigDecimal.valueOf(1 + draw.nextInt(MOST_CENTS), 2);
        return new PaymentOrder(
                id(number),
                Integer.toString(account),
                "YZ",
                Integer.toString(10_000_000 + draw.nextInt(90_000_000)),
                amount,
                CURRENCY,
                "");
    }

    /** An order for each account, for opening them. */
    public List<PaymentOrder> ofEveryAccount() {
        List<PaymentOrder> all = new ArrayList<>();
        for (int account = 0; account < ACCOUNTS; account++) {
            all.add(new PaymentOrder("opening", Integer.toString(account), "YZ", "1", BigDecimal.ONE, CURRENCY, ""));
        }
        return all;
    }

    /** Ids of those of the first {@code count} orders that compliance holds. */
    public List<String> held(int count, Faults faults) {
        List<String> held = new ArrayList<>();
        for (int number = 0; number < count; number++) {
            if (faults.holds(id(number))) {
                held.add(id(number));
            }
        }
        return held;
    }

    private static String id(int number) {
        return Integer.toString(1_000_000 + number);
    }
}

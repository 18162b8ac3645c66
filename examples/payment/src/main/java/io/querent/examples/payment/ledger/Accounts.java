package io.querent.examples.payment.ledger;

import io.querent.examples.payment.order.PaymentOrder;
import java.math.BigDecimal;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Opens the accounts of an example's customers, and plays the compliance desk. Doing either again changes nothing. Thread-safe. */
public final class Accounts {
    /** What a new account holds, whatever its currency: covers all but a few customers' orders of the sample files. */
    public static final BigDecimal OPENING_BALANCE = new BigDecimal("20000");

    private static final String OPEN = """
            INSERT INTO ledger.account (account, currency, opening, available)
            SELECT account, currency, ?, ? FROM unnest(?::text[], ?::text[]) AS wanted (account, currency)
            ORDER BY account, currency
            ON CONFLICT (account, currency) DO NOTHING
            """;

    private static final String HOLD = """
            INSERT INTO ledger.hold (order_id, reason)
            SELECT order_id, ? FROM unnest(?::text[]) AS held (order_id)
            ON CONFLICT (order_id) DO NOTHING
            """;

    private final JdbcClient database;

    /** The accounts in this database. */
    public Accounts(JdbcClient database) {
        this.database = database;
    }

    /** Opens the debtors' accounts where there are none. Returns how many were opened. */
    public int open(Collection<PaymentOrder> orders) {
        Set<Map.Entry<String, String>> wanted = new LinkedHashSet<>();
        orders.forEach(order -> wanted.add(Map.entry(order.debtorAccount(), order.currency())));
        return database.sql(OPEN)
                .params(
                        OPENING_BALANCE,
                        OPENING_BALANCE,
                        wanted.stream().map(Map.Entry::getKey).toArray(String[]::new),
                        wanted.stream().map(Map.Entry::getValue).toArray(String[]::new))
                .update();
    }

    /** Puts a hold on orders: from now on none of them is booked. Returns how many were not held before. */
    public int hold(List<String> orderIds, String reason) {
        return orderIds.isEmpty()
                ? 0
                : database.sql(HOLD)
                        .params(reason, orderIds.toArray(String[]::new))
                        .update();
    }
}

package io.querent.examples.settlement.ledger;

import java.util.Map;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The lines of the books. Thread-safe. */
final class Postings {
    /** What was sold, before it is settled. */
    static final String OPEN = "open";

    static final String ACQUIRER = "acquirer";
    static final String PAID = "paid";
    static final String FEES = "fees";
    static final String BALANCE = "balance";

    private static final String POST = """
            INSERT INTO ledger.posting (operation_key, account, merchant, currency, minor)
            VALUES (:key, :account, :merchant, :currency, :minor)
            """;

    private final JdbcClient database;

    Postings(JdbcClient database) {
        this.database = database;
    }

    /**
     * Writes the lines of one operation, in the transaction that is going on.
     *
     * @param key of the operation
     * @param lines by account, in minor units; those of nothing are left out
     * @throws IllegalArgumentException when they do not add up to nothing
     */
    void post(String key, String merchant, String currency, Map<String, Long> lines) {
        long sum = lines.values().stream().mapToLong(Long::longValue).reduce(0, Math::addExact);
        if (sum != 0) {
            throw new IllegalArgumentException(
                    "the lines of an operation add up to nothing; key=" + key + ", found=" + sum);
        }
        lines.forEach((account, minor) -> {
            if (minor != 0) {
                int rows = database.sql(POST)
                        .param("key", key)
                        .param("account", account)
                        .param("merchant", merchant)
                        .param("currency", currency)
                        .param("minor", minor)
                        .update();
                requireOne(rows, key);
            }
        });
    }

    private static void requireOne(int rows, String key) {
        if (rows != 1) {
            throw new IllegalStateException("a line was not written; key=" + key);
        }
    }
}

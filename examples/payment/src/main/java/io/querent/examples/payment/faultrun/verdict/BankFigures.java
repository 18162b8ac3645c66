package io.querent.examples.payment.faultrun.verdict;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import javax.sql.DataSource;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * What the bank counted, of every call that reached it, before anything else happened to it.
 *
 * @param sends by key
 * @param changedBodies keys under which more than one body came
 */
record BankFigures(Map<String, Long> sends, List<String> changedBodies) {
    private static final String SENDS = "SELECT operation_key, sends FROM bank.call_count WHERE sends > 0";
    private static final String CHANGED_BODIES = """
            SELECT operation_key FROM bank.sent_body GROUP BY operation_key HAVING count(*) > 1 ORDER BY operation_key
            """;

    BankFigures {
        sends = Map.copyOf(sends);
        changedBodies = List.copyOf(changedBodies);
    }

    static BankFigures read(DataSource books) {
        JdbcClient bank = JdbcClient.create(books);
        Map<String, Long> sends = new HashMap<>();
        bank.sql(SENDS).query(row -> {
            sends.put(row.getString(1), row.getLong(2));
        });
        return new BankFigures(
                sends, bank.sql(CHANGED_BODIES).query(String.class).list());
    }

    long allSends() {
        return sends.values().stream().mapToLong(Long::longValue).sum();
    }

    /** Keys that belong to no operation of any payment. */
    Set<String> strays(Set<String> operations) {
        Set<String> strays = new TreeSet<>(sends.keySet());
        strays.removeAll(operations);
        return strays;
    }
}

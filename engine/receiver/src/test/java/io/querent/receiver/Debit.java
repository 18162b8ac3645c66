package io.querent.receiver;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/** The business of these tests: takes an amount from account A, once for each key. */
public final class Debit {
    private Debit() {}

    public static OperationRequest request(String key, long amount) {
        return request("shop", key, amount);
    }

    public static OperationRequest request(String caller, String key, long amount) {
        return OperationRequest.of(
                caller, key, ("{\"account\":\"A\",\"amount\":" + amount + "}").getBytes(StandardCharsets.UTF_8));
    }

    /** As a guard is given it. */
    public static OperationWork of(long amount) {
        return transaction -> {
            if (write(transaction.connection(), transaction.key(), amount) == 0) {
                return OperationAnswer.refused("INSUFFICIENT_FUNDS", Body.json("{\"missing\":true}"));
            }
            return OperationAnswer.succeeded(Body.json("{\"debited\":" + amount + "}"));
        };
    }

    /** @return rows of the account that could bear it */
    public static int write(Connection connection, String key, long amount) throws SQLException {
        try (PreparedStatement book =
                        connection.prepareStatement("INSERT INTO ledger (operation_key, amount) VALUES (?, ?)");
                PreparedStatement debit = connection.prepareStatement(
                        "UPDATE account SET balance = balance - ? WHERE name = 'A' AND balance >= ?")) {
            book.setString(1, key);
            book.setLong(2, amount);
            book.executeUpdate();
            debit.setLong(1, amount);
            debit.setLong(2, amount);
            return debit.executeUpdate();
        }
    }
}

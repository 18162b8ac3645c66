package io.querent.examples.settlement.laboratory;

import io.querent.receiver.Body;
import io.querent.receiver.Execution;
import io.querent.receiver.OperationAnswer;
import io.querent.receiver.OperationTransaction;
import io.querent.receiver.OperationWork;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/** The business of the laboratory: takes an amount from account A, with a row of the ledger. */
record DebitWork(long amount) implements OperationWork {
    private static final String DEBIT = "UPDATE account SET balance = balance - ? WHERE name = 'A' AND balance >= ?";

    private static final String BOOK = "INSERT INTO ledger (operation_key, account, amount) VALUES (?, 'A', ?)";

    @Override
    public OperationAnswer run(OperationTransaction transaction) throws SQLException {
        try (PreparedStatement debit = transaction.connection().prepareStatement(DEBIT);
                PreparedStatement book = transaction.connection().prepareStatement(BOOK)) {
            debit.setLong(1, amount);
            debit.setLong(2, amount);
            if (debit.executeUpdate() == 0) {
                return OperationAnswer.refused("INSUFFICIENT_FUNDS", Body.json("{}"));
            }
            book.setString(1, transaction.key());
            book.setLong(2, amount);
            book.executeUpdate();
        }
        return OperationAnswer.succeeded(Body.json("{\"debited\":" + amount + "}"));
    }

    /** How the lines name what came of a call. */
    static String inWords(Execution execution) {
        if (execution instanceof Execution.Applied) {
            return "APPLIED";
        } else if (execution instanceof Execution.Replayed) {
            return "REPLAY";
        } else if (execution instanceof Execution.Conflict) {
            return "IDEMPOTENCY_PARAMETER_CONFLICT";
        }
        return execution.getClass().getSimpleName();
    }
}

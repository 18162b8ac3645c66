package io.querent.examples.settlement.laboratory;

import io.querent.receiver.Body;
import io.querent.receiver.OperationAnswer;
import io.querent.receiver.OperationTransaction;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/** The debit whose confirmation was lost is made good for, twice: an operation of its own, under a key of its own, is done once. */
final class CompensationTwice implements Experiment {
    private static final String KEY = LostConfirmation.KEY + ":undo";

    private static final String CREDIT = "UPDATE account SET balance = balance + ? WHERE name = 'A'";

    private static final String RECORD = "INSERT INTO compensation (operation_key, original, amount) VALUES (?, ?, ?)";

    @Override
    public String run(Bench bench) throws Exception {
        for (String node : new String[] {"first", "second"}) {
            bench.node(node).execute(Bench.debit(KEY, LostConfirmation.AMOUNT), CompensationTwice::credit);
        }
        return "compensationRows=" + bench.number("SELECT count(*) FROM compensation") + " finalBalance="
                + bench.balance();
    }

    private static OperationAnswer credit(OperationTransaction transaction) throws SQLException {
        try (PreparedStatement credit = transaction.connection().prepareStatement(CREDIT);
                PreparedStatement row = transaction.connection().prepareStatement(RECORD)) {
            credit.setLong(1, LostConfirmation.AMOUNT);
            credit.executeUpdate();
            row.setString(1, transaction.key());
            row.setString(2, LostConfirmation.KEY);
            row.setLong(3, LostConfirmation.AMOUNT);
            row.executeUpdate();
        }
        return OperationAnswer.succeeded(Body.json("{\"credited\":" + LostConfirmation.AMOUNT + "}"));
    }
}

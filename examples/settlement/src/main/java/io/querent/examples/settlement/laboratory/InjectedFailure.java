package io.querent.examples.settlement.laboratory;

import java.sql.SQLException;
import java.sql.Statement;

/** A failure after the account and the ledger were written: nothing of the operation is left, its key included. */
final class InjectedFailure implements Experiment {
    private static final String KEY = "debit-2";
    private static final long AMOUNT = 100;
    private static final String FAIL = "DO $$ BEGIN RAISE EXCEPTION 'injected'; END $$";

    @Override
    public String run(Bench bench) throws Exception {
        String state = "none";
        try {
            bench.node("first").execute(Bench.debit(KEY, AMOUNT), transaction -> {
                new DebitWork(AMOUNT).run(transaction);
                try (Statement statement = transaction.connection().createStatement()) {
                    statement.execute(FAIL);
                }
                throw new IllegalStateException("the statement was to fail");
            });
        } catch (SQLException failure) {
            state = String.valueOf(failure.getSQLState());
        }
        return "rollbackSqlState=" + state + " operationRows=" + bench.operationRows(KEY) + " balance="
                + bench.balance();
    }
}

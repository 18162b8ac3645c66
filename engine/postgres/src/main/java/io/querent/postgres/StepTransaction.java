package io.querent.postgres;

import io.querent.runtime.journal.Append;
import io.querent.runtime.journal.AppendRefusedException;
import io.querent.runtime.journal.AppendResult;
import io.querent.runtime.journal.CallerTransaction;
import io.querent.runtime.journal.JournalUnavailableException;
import java.sql.SQLException;

/** A step's transaction as its code meets it by calling the engine, which throws no SQL exceptions. */
record StepTransaction(JdbcCallerTransaction transaction) implements CallerTransaction<RuntimeException> {
    @Override
    public AppendResult append(Append append) {
        try {
            return transaction.append(append);
        } catch (SQLException failure) {
            throw translated(append, failure);
        }
    }

    @Override
    public void afterCommit(Runnable action) {
        transaction.afterCommit(action);
    }

    /** What a failed append means. A conflict is recognised behind whatever it is wrapped in, and the step runs again. */
    static RuntimeException translated(Append append, SQLException failure) {
        return switch (FailureKind.of(failure)) {
            case REFUSED -> new AppendRefusedException(append.key().toString(), failure);
            case ABORTED -> new SwallowedSqlErrorException(append.key(), failure);
            default -> new JournalUnavailableException("appending to " + append.key(), failure);
        };
    }
}

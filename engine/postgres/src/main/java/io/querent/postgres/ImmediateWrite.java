package io.querent.postgres;

import io.querent.runtime.journal.AppendResult;
import java.sql.SQLException;
import java.util.List;

/** One try to write an append, by the thread that brings it. Patience is the writers' business, not that thread's. Thread-safe. */
final class ImmediateWrite {
    private final Database database;
    private final Counting counting;

    ImmediateWrite(Database database, Counting counting) {
        this.database = database;
        this.counting = counting;
    }

    /**
     * Writes a plain append.
     *
     * @return whether it is written and its result complete; otherwise it is left to a writer, whatever went wrong
     */
    boolean write(PendingAppend pending) {
        try {
            boolean written = !database.scripted(connection -> BatchWrite.atOnce(connection, List.of(pending)))
                    .isEmpty();
            if (written) {
                counting.commits.increment();
                counting.appends.increment();
                pending.result()
                        .complete(new AppendResult.Appended(pending.encoded().versionAfter()));
            }
            return written;
        } catch (SQLException failure) {
            if (!FailureKind.of(failure).isRolledBackForCertain()) {
                pending.markMaybeCommitted();
            }
            return false;
        } catch (RuntimeException | Error defect) {
            // The writer that tries next meets the same defect and says so.
            pending.markMaybeCommitted();
            return false;
        }
    }
}

package io.querent.postgres;

import io.querent.runtime.journal.AppendRefusedException;
import io.querent.runtime.journal.AppendResult;
import io.querent.saga.SagaId;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes what waits, batch by batch, and does not let go of an append before its fate is known. One thread.
 *
 * <p>Data that the server refuses fails its own append alone: the batch is halved until the one is found.
 */
final class AppendWriter implements Runnable {
    private static final Logger log = LoggerFactory.getLogger(PostgresJournal.class);

    private final Database database;
    private final AppendQueue queue;
    private final Counting counting;
    private final Patience patience;
    private volatile List<PendingAppend> current = List.of();

    AppendWriter(Database database, AppendQueue queue, Counting counting, Patience patience) {
        this.database = database;
        this.queue = queue;
        this.counting = counting;
        this.patience = patience;
    }

    /** What it is writing, for whoever has to give it up. */
    List<PendingAppend> current() {
        return current;
    }

    @Override
    public void run() {
        try {
            while (true) {
                List<PendingAppend> batch = queue.take();
                if (batch.isEmpty()) {
                    return;
                }
                current = batch;
                try {
                    write(inOrder(batch));
                } finally {
                    queue.leave();
                }
                current = List.of();
            }
        } catch (InterruptedException abandoned) {
            Thread.currentThread().interrupt();
        } finally {
            current.forEach(PendingAppend::giveUp);
        }
    }

    private static List<PendingAppend> inOrder(List<PendingAppend> batch) {
        List<PendingAppend> sorted = new ArrayList<>(batch);
        sorted.sort(Comparator.comparing(each -> each.encoded().id().value()));
        return sorted;
    }

    /**
     * A little of what is plain goes to the server and is committed at once. What is found not to be written then, because of its guard, is looked
     * into by itself.
     */
    private void write(List<PendingAppend> batch) throws InterruptedException {
        List<PendingAppend> left = batch;
        boolean atOnce = BatchWrite.fitsAtOnce(batch);
        while (!left.isEmpty()) {
            try {
                left = atOnce ? writeAtOnce(left) : writeInSteps(left);
                atOnce = false;
                patience.restore();
            } catch (SQLException failure) {
                left = afterFailure(left, failure);
            } catch (RuntimeException | Error defect) {
                left.forEach(PendingAppend::markMaybeCommitted);
                if (left.size() > 1) {
                    writeInHalves(left);
                } else {
                    failFor(defect, left.get(0));
                }
                return;
            }
        }
    }

    /** Returns those that were not written. */
    private List<PendingAppend> writeAtOnce(List<PendingAppend> batch) throws SQLException {
        Set<UUID> written = database.scripted(connection -> BatchWrite.atOnce(connection, batch));
        counting.commits.increment();
        List<PendingAppend> left = new ArrayList<>();
        for (PendingAppend each : batch) {
            EncodedAppend encoded = each.encoded();
            if (written.contains(encoded.id().value())) {
                counting.appends.increment();
                each.result().complete(new AppendResult.Appended(encoded.versionAfter()));
            } else {
                left.add(each);
            }
        }
        return left;
    }

    /** The fate of all is known afterwards. */
    private List<PendingAppend> writeInSteps(List<PendingAppend> batch) throws SQLException {
        Map<SagaId, AppendResult> results = database.scripted(connection -> BatchWrite.committed(connection, batch));
        counting.commits.increment();
        for (PendingAppend each : batch) {
            AppendResult result = results.get(each.encoded().id());
            (result instanceof AppendResult.Appended ? counting.appends : counting.stale).increment();
            each.result().complete(result);
        }
        return List.of();
    }

    /** Returns what is to be written again at once. */
    private List<PendingAppend> afterFailure(List<PendingAppend> batch, SQLException failure)
            throws InterruptedException {
        FailureKind kind = FailureKind.of(failure);
        if (!kind.isRolledBackForCertain()) {
            batch.forEach(PendingAppend::markMaybeCommitted);
        }
        if (kind == FailureKind.CONFLICT) {
            counting.conflicts.increment();
            patience.afterConflict();
            return batch;
        } else if (kind.isOutage()) {
            counting.failures.increment();
            patience.afterFailure(failure);
            return batch;
        } else if (batch.size() > 1) {
            writeInHalves(batch);
        } else if (kind == FailureKind.LOCKED) {
            letOthersPass(batch.get(0));
        } else if (kind == FailureKind.REFUSED) {
            refuse(batch.get(0), failure);
        } else {
            setApart(batch.get(0), failure);
        }
        return List.of();
    }

    private void writeInHalves(List<PendingAppend> batch) throws InterruptedException {
        write(batch.subList(0, batch.size() / 2));
        write(batch.subList(batch.size() / 2, batch.size()));
    }

    private void refuse(PendingAppend append, SQLException failure) {
        counting.refused.increment();
        append.result()
                .completeExceptionally(new AppendRefusedException(
                        append.encoded().append().key().toString(), failure));
    }

    /** A defect, of this engine or of what it runs on. It must not end the writer, or every append after it would wait for ever. */
    private void failFor(Throwable defect, PendingAppend append) {
        counting.failures.increment();
        log.error(
                "an append failed for no reason of the database's; saga={}",
                append.encoded().append().key(),
                defect);
        append.result().completeExceptionally(defect);
    }

    /** Somebody else's transaction holds the saga's place, for as long as it likes: the wait goes on between other batches. */
    private void letOthersPass(PendingAppend append) {
        counting.conflicts.increment();
        append.markAlone();
        if (!queue.putBack(append)) {
            append.giveUp();
        }
    }

    /** An unclear failure of one append alone: it goes behind the others, so that they are not held up by it. */
    private void setApart(PendingAppend append, SQLException failure) throws InterruptedException {
        counting.failures.increment();
        append.markAlone();
        patience.afterFailure(failure);
        if (!queue.putBack(append)) {
            append.giveUp();
        }
    }
}

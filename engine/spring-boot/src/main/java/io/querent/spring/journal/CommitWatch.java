package io.querent.spring.journal;

import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Learns how far a commit came. The exception that a transaction manager throws does not say: it may be the application's own,
 * from before the commit or from after it, or the database's answer, or the lack of one.
 */
final class CommitWatch implements TransactionSynchronization {
    private boolean commitSent;
    private boolean committed;

    private CommitWatch(boolean commitSent) {
        this.commitSent = commitSent;
    }

    /**
     * To be called last before the commit, so that it stands behind the application's own code: that may fail, and the commit is
     * not sent then. With a transaction manager that does not synchronize everything remains unclear.
     */
    static CommitWatch begin() {
        boolean synchronizes = TransactionSynchronizationManager.isSynchronizationActive();
        CommitWatch watch = new CommitWatch(!synchronizes);
        if (synchronizes) {
            TransactionSynchronizationManager.registerSynchronization(watch);
        }
        return watch;
    }

    /** Whether the commit may have reached the database. */
    boolean isCommitSent() {
        return commitSent;
    }

    /** Whether the database has confirmed the commit. */
    boolean isCommitted() {
        return committed;
    }

    @Override
    public void beforeCommit(boolean readOnly) {
        commitSent = true;
    }

    /** That it was rolled back is not believed: Spring says so also when the commit failed and then the rollback did not. */
    @Override
    public void afterCompletion(int status) {
        committed = status == STATUS_COMMITTED;
    }
}

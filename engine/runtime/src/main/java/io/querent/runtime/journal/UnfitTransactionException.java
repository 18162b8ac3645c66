package io.querent.runtime.journal;

import io.querent.saga.QuerentException;
import io.querent.saga.SagaKey;
import org.jspecify.annotations.Nullable;

/** A saga cannot be started in the transaction of the caller as it is. Nothing was written. */
public final class UnfitTransactionException extends QuerentException {
    private static final long serialVersionUID = 1L;

    private UnfitTransactionException(String code, String message, @Nullable Throwable cause) {
        super(code, message, cause);
    }

    /**
     * The transaction may not write.
     *
     * @param cause the database's word; null when it was not asked, and the transaction can go on
     */
    public static UnfitTransactionException readOnly(SagaKey key, @Nullable Throwable cause) {
        return new UnfitTransactionException(
                "QRT-3304",
                "a saga cannot be started in a read-only transaction; key=" + key
                        + (cause == null ? "" : ", found=" + cause.getMessage())
                        + "; start it in a transaction that may write, or outside of any",
                cause);
    }

    /** The caller's connection has no transaction. */
    public static UnfitTransactionException autoCommit(SagaKey key) {
        return new UnfitTransactionException(
                "QRT-3305",
                "the connection is in auto-commit mode, so the start would not commit with anything; key=" + key
                        + "; call setAutoCommit(false) first, or start the saga without a connection",
                null);
    }

    /** The thread has started the same saga in an outer transaction, which cannot end before this one. */
    public static UnfitTransactionException waitsForItself(SagaKey key) {
        return new UnfitTransactionException(
                "QRT-3306",
                "the saga was started in an outer transaction of this thread, for which the inner one would wait for ever; key="
                        + key + "; start it in one of the two",
                null);
    }
}

package io.querent.admin.desk;

import io.querent.saga.QuerentException;
import io.querent.saga.SagaId;

/** There is no such saga, or not for who asks: the two are not told apart. */
public final class UnknownSagaException extends QuerentException {
    private static final long serialVersionUID = 1L;

    UnknownSagaException(SagaId id) {
        super(
                "QRT-6063",
                "there is no such saga; id=" + id + "; look it up by its business key or by an operation's key");
    }
}

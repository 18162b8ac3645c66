package io.querent.spring.journal;

import io.querent.saga.QuerentException;
import io.querent.saga.SagaKey;

/** A step's code did something in its transaction after which it cannot be committed. It is rolled back and recorded as such. */
public final class StepCodeException extends QuerentException {
    private static final long serialVersionUID = 1L;

    private StepCodeException(String code, String message) {
        super(code, message);
    }

    static StepCodeException markedForRollback(SagaKey saga) {
        return new StepCodeException(
                "QRT-5110",
                "the step reported success, but its transaction is marked for rollback; saga=" + saga
                        + "; a @Transactional method threw and its exception was caught: let it through, or return a refusal");
    }
}

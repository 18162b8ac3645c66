package io.querent.admin.console.page;

import io.querent.decision.Conclusion;
import io.querent.decision.OperationState;
import io.querent.decision.QueryAnswer;
import io.querent.runtime.masking.TextMask;
import io.querent.saga.SagaKey;
import org.jspecify.annotations.Nullable;

/**
 * What is recorded of an operation, and what its downstream has told against it.
 *
 * @param recorded in words
 * @param told in words, masked
 */
public record Contradiction(String recorded, String told) {
    /** Null where nothing was told against it. */
    public static @Nullable Contradiction of(OperationState operation, SagaKey key, TextMask mask) {
        QueryAnswer heard = operation.heard();
        return heard == null ? null : new Contradiction(recorded(operation), mask.mask(told(heard), key));
    }

    private static String recorded(OperationState operation) {
        Conclusion conclusion = operation.conclusion();
        if (conclusion instanceof Conclusion.Result) {
            return "It took effect.";
        } else if (conclusion instanceof Conclusion.Refused refused) {
            return "It had no effect: " + refused.code();
        } else if (conclusion instanceof Conclusion.Overtaken) {
            return "It was refused, and took effect after all.";
        } else if (conclusion instanceof Conclusion.Reversed) {
            return "It took effect, and was taken back.";
        }
        return "It is " + Badge.of(operation.status()).words() + ".";
    }

    private static String told(QueryAnswer answer) {
        if (answer instanceof QueryAnswer.Found) {
            return "It took effect; what is told of the result is not what is recorded.";
        } else if (answer instanceof QueryAnswer.FoundRejected rejected) {
            return "It was refused: " + rejected.code() + ", " + rejected.message();
        } else if (answer instanceof QueryAnswer.Reversed reversed) {
            return "It was taken back: " + reversed.code() + ", " + reversed.message();
        } else if (answer instanceof QueryAnswer.FoundRefusedWithEffect refused) {
            return "It was refused and left an effect: " + refused.code() + ", " + refused.message();
        } else if (answer instanceof QueryAnswer.FoundPending pending) {
            return "It is not finished: " + pending.reference();
        } else if (answer instanceof QueryAnswer.Mismatch mismatch) {
            return "What was found is not what was asked for: " + mismatch.detail();
        }
        return answer instanceof QueryAnswer.NotFound
                ? "It is not known there."
                : "The question could not be answered.";
    }
}

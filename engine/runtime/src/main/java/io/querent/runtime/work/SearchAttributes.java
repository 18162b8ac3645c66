package io.querent.runtime.work;

import io.querent.runtime.call.FailureClassifier;
import io.querent.saga.QuerentException;
import io.querent.saga.SagaDefinition;
import java.util.Map;

/** Asks the user's functions what a saga is to be found by. */
final class SearchAttributes {
    private SearchAttributes() {}

    /** @throws QuerentException when one of the functions throws: nothing is stored then */
    static <I> Map<String, String> of(SagaDefinition<I> definition, I input) {
        try {
            return definition.attributesOf(input);
        } catch (RuntimeException failure) {
            throw new QuerentException(
                    "QRT-3351",
                    "an attribute cannot be derived from the input; definition=" + definition + ", found="
                            + FailureClassifier.describe(failure)
                            + "; let its function return null where there is none",
                    failure);
        }
    }
}

package io.querent.admin.console.reviews;

import io.querent.decision.ReviewReason;

/** Says in words why a person has to decide. */
final class Reasons {
    private Reasons() {}

    static String of(ReviewReason reason) {
        return switch (reason) {
            case CANNOT_BE_PROVED -> "Nobody can be asked what became of it, and its key protects nothing";
            case MISMATCH -> "What was found is not what was asked for";
            case RESEND_NOT_PROTECTED -> "It was not found, and sending again would not be protected by its key";
            case QUERY_BUDGET_SPENT -> "Its questions are used up";
            case RETRY_BUDGET_SPENT -> "Its tries are used up";
            case REQUEST_NOT_BUILT -> "Its request cannot be built";
            case COMPENSATION_REJECTED -> "A compensation was refused";
            case RETRIABLE_REJECTED -> "It was refused although it is declared never to be";
            case NO_COMPENSATION -> "It took effect, and nothing is declared to make good for it";
            case CONTRADICTION -> "Later evidence contradicts what is recorded";
            case APPROVAL_WANTED -> "It waits for an approval";
            case REVERSED -> "The provider has taken its effect back";
            case EFFECT_LEFT -> "It was refused and has left something to make good for";
            case PAUSED -> "A person has paused the saga";
            case OF_NEWER_VERSION -> "A newer version of the engine has asked for a person";
            case DEADLINE_PASSED -> "The deadline has passed, and the saga only goes forward";
        };
    }
}

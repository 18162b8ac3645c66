package io.querent.decision;

import static org.assertj.core.api.Assertions.assertThat;

import io.querent.decision.Decision.Refusal;

/** What callbacks say in tests, and what must come of a command. */
final class Answers {
    static final QueryAnswer FOUND = new QueryAnswer.Found("\"done\"");
    static final QueryAnswer REFUSED = new QueryAnswer.FoundRejected("51", "declined");
    static final QueryAnswer PENDING = new QueryAnswer.FoundPending("reference-7");
    static final QueryAnswer OTHER_AMOUNT = new QueryAnswer.Mismatch("externally refunded 100.00, we wanted 40.00");

    private Answers() {}

    static void assertAccepted(Decision decision) {
        assertThat(decision).isInstanceOf(Decision.Accepted.class);
    }

    static void assertRefused(Decision decision, Refusal refusal) {
        assertThat(decision)
                .isInstanceOfSatisfying(
                        Decision.Refused.class,
                        refused -> assertThat(refused.refusal()).isEqualTo(refusal));
    }

    static void assertRefused(Decision decision, Refusal refusal, String because) {
        assertRefused(decision, refusal);
        assertThat(((Decision.Refused) decision).message()).contains(because);
    }

    static void assertReview(SagaState state, String operation, ReviewReason reason) {
        assertThat(state.reviews()).containsKey(operation);
        assertThat(state.reviews().get(operation).reason()).isEqualTo(reason);
    }
}

package io.querent.testkit.scenario;

import io.querent.decision.Decision;
import io.querent.decision.FrozenRequest;
import io.querent.decision.OperationStatus;
import io.querent.decision.ReviewReason;
import io.querent.decision.SagaLifecycle;
import io.querent.decision.SagaState;
import io.querent.decision.SagaStatus;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What must be so. Every expectation that fails throws an {@link AssertionError} with the saga's history. Not thread-safe.
 *
 * @param <I> type of the saga's input
 */
public final class Then<I> {
    private final When<I> when;
    private final Stage<I> stage;

    Then(When<I> when, Stage<I> stage) {
        this.when = when;
        this.stage = stage;
    }

    /** The saga stands there. */
    public Then<I> status(SagaStatus expected) {
        return same("the saga's status", expected, SagaLifecycle.statusOf(stage.definition(), stage.state()));
    }

    /** The step or operation stands there. */
    public Then<I> status(String operation, OperationStatus expected) {
        return same("status of " + known(operation), expected, stage.state().statusOf(operation));
    }

    /** How often the operation took effect: 0 or 1, or the test kit is wrong. */
    public Then<I> effects(String operation, int expected) {
        return same(
                "effects of " + operation,
                expected,
                stage.downstreams().of(operation).effects(stage.now()));
    }

    /** How often the operation was sent. */
    public Then<I> sends(String operation, int expected) {
        return same(
                "sends of " + operation,
                expected,
                stage.downstreams().of(operation).sends());
    }

    /** How often it was asked what became of the operation. */
    public Then<I> queries(String operation, int expected) {
        return same(
                "queries about " + operation,
                expected,
                stage.downstreams().of(operation).questions());
    }

    /** How many different request bodies of the operation were sent. */
    public Then<I> bytes(String operation, int expected) {
        return same(
                "bodies of " + operation,
                expected,
                stage.downstreams().of(operation).bodies());
    }

    /** The choice was made for that branch. */
    public Then<I> chose(String choice, String branch) {
        return same("branch of " + known(choice), '"' + branch + '"', resultOf(choice));
    }

    /** The step succeeded with that result, compared as JSON. */
    public Then<I> result(String step, Object expected) {
        return same(
                "result of " + known(step),
                stage.payloads().write("expected result of " + step, expected),
                resultOf(step));
    }

    /** The operation was sent, or is to be sent, with that request, compared as JSON. */
    public Then<I> request(String operation, Object expected) {
        FrozenRequest request = stage.state().operation(operation).request();
        return same(
                "request of " + known(operation),
                stage.payloads().write("expected request of " + operation, expected),
                request == null ? null : request.body());
    }

    /** A person has to decide about the operation for that reason. */
    public Then<I> review(String operation, ReviewReason expected) {
        SagaState.Review review = stage.state().reviews().get(operation);
        return same("review of " + operation, expected, review == null ? null : review.reason());
    }

    /** Nobody has to decide anything. */
    public Then<I> noReview() {
        return same(
                "operations in review",
                List.of(),
                List.copyOf(stage.state().reviews().keySet()));
    }

    /** What came from outside last was refused, for that reason. */
    public Then<I> refused(Decision.Refusal expected) {
        Decision last = when.last();
        return same("refusal", expected, last instanceof Decision.Refused refused ? refused.refusal() : null);
    }

    /** The history holds these texts, in this order. */
    public Then<I> history(String... texts) {
        String story = story();
        int from = 0;
        for (String text : texts) {
            int found = story.indexOf(text, from);
            if (found < 0) {
                throw failed("\"" + text + "\" is not in the history, or not in its turn");
            }
            from = found + text.length();
        }
        return this;
    }

    /** The history, one line an event. */
    public String story() {
        return String.join("\n", stage.ledger().story());
    }

    /** Then something else happens. */
    public When<I> when() {
        return when;
    }

    private @Nullable String resultOf(String step) {
        return stage.state().operation(step).result().orElse(null);
    }

    private String known(String operation) {
        boolean exists = stage.definition().step(operation).isPresent()
                || stage.definition().operation(operation).isPresent();
        if (!exists) {
            throw new IllegalArgumentException(
                    "QRT-8051 " + stage.definition() + " has no step " + operation + "; check the name");
        }
        return operation;
    }

    private Then<I> same(String what, Object expected, @Nullable Object found) {
        if (!Objects.equals(expected, found)) {
            throw failed(what + ": expected=" + expected + ", found=" + found);
        }
        return this;
    }

    private AssertionError failed(String what) {
        return new AssertionError(
                what + "\n" + stage.definition() + ", key " + stage.state().key() + ":\n" + story());
    }
}

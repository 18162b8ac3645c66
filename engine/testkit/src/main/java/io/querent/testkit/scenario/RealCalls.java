package io.querent.testkit.scenario;

import io.querent.decision.FrozenRequest;
import io.querent.decision.QueryAnswer;
import io.querent.runtime.call.CallContext;
import io.querent.runtime.call.FailureClassifier;
import io.querent.runtime.codec.PayloadCodec;
import io.querent.saga.Inquiry;
import io.querent.saga.OperationDefinition;
import io.querent.saga.Outcome;
import io.querent.saga.QueryResult;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The definition's own actions and queries, called on the test's thread. What they throw is read as in production. */
final class RealCalls implements Performer {
    private final Downstreams counted;
    private final PayloadCodec payloads;

    RealCalls(Downstreams counted) {
        this.counted = counted;
        this.payloads = counted.payloads();
    }

    @Override
    public Reply send(OperationDefinition<?, ?, ?> operation, CallContext context, Instant now) {
        counted.of(operation.name()).countSend(context.frozen().body());
        Outcome<String> outcome;
        try {
            outcome = perform(operation, context);
        } catch (Exception failure) {
            outcome = FailureClassifier.classify(failure);
        }
        if (outcome instanceof Outcome.Succeeded<String> done) {
            counted.of(operation.name()).apply(done.result());
        }
        return new Reply(outcome, Duration.ZERO);
    }

    private <Q, R> Outcome<String> perform(OperationDefinition<?, Q, R> operation, CallContext context)
            throws Exception {
        Outcome<R> outcome = operation.action().perform(context, request(operation, context.frozen()));
        if (outcome instanceof Outcome.Succeeded<R> done) {
            return Outcome.succeeded(json(operation, done.result()));
        } else if (outcome instanceof Outcome.Rejected<R> no) {
            return Outcome.rejected(no.code(), no.message());
        } else if (outcome instanceof Outcome.RefusedWithEffect<R> no) {
            return Outcome.refusedWithEffect(no.code(), no.message(), json(operation, no.effect()));
        } else if (outcome instanceof Outcome.NotExecuted<R> no) {
            return new Outcome.NotExecuted<>(no.code(), no.message(), no.retryAfter());
        } else if (outcome instanceof Outcome.Pending<R> pending) {
            return Outcome.pending(pending.reference());
        }
        return Outcome.unknown(
                outcome instanceof Outcome.Unknown<R> unknown ? unknown.evidence() : "the action returned no outcome");
    }

    @Override
    public @Nullable QueryAnswer ask(
            OperationDefinition<?, ?, ?> operation, CallContext context, FrozenRequest request, Instant now) {
        counted.of(operation.name()).countQuestion();
        try {
            return inquire(operation, context);
        } catch (Exception failure) {
            return FailureClassifier.unanswered(failure);
        }
    }

    private <Q, R> QueryAnswer inquire(OperationDefinition<?, Q, R> operation, CallContext context) throws Exception {
        Inquiry<Q, R> inquiry = operation.inquiry().orElseThrow();
        Q request = request(operation, context.frozen());
        QueryResult<R> result = inquiry.query().ask(context, request);
        if (result instanceof QueryResult.Found<R> found && !inquiry.matches().test(request, found.result())) {
            return new QueryAnswer.Mismatch(
                    "found something that does not match the request: " + json(operation, found.result()));
        }
        return Answers.of(payloads, operation.name(), result);
    }

    private <Q> Q request(OperationDefinition<?, Q, ?> operation, FrozenRequest frozen) {
        return payloads.read("request of " + operation.name(), frozen.body(), operation.requestType());
    }

    private <R> String json(OperationDefinition<?, ?, R> operation, R value) {
        return payloads.write("result of " + operation.name(), value);
    }
}

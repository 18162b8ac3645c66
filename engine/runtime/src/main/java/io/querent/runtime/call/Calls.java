package io.querent.runtime.call;

import io.querent.decision.QueryAnswer;
import io.querent.runtime.codec.PayloadCodec;
import io.querent.runtime.codec.PayloadCodec.PayloadException;
import io.querent.runtime.masking.MaskedFailure;
import io.querent.saga.Inquiry;
import io.querent.saga.OperationDefinition;
import io.querent.saga.OperationKey;
import io.querent.saga.Outcome;
import io.querent.saga.QueryResult;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries out attempts and questions: outside any transaction, with a time limit, once each. When the limit fires the outcome is
 * unknown and the call goes on; its permit is held until it really ends, and what it answers then is evidence. Thread-safe.
 */
public final class Calls {
    private static final Logger LOG = LoggerFactory.getLogger(Calls.class);

    private final PayloadCodec payloads;
    private final Workers workers;
    private final Set<OperationKey> running = ConcurrentHashMap.newKeySet();

    /** Calls that read and write payloads with {@code payloads}. */
    public Calls(PayloadCodec payloads, Workers workers) {
        this.payloads = payloads;
        this.workers = workers;
    }

    /** Whether an attempt of the operation is still running in this process, perhaps past its time limit. */
    public boolean isRunning(OperationKey operation) {
        return running.contains(operation);
    }

    /**
     * Performs one attempt on the calling thread.
     *
     * @param limit when to stop waiting
     * @param permit given back when the call has really ended
     * @param answer told the outcome once: what the call says, or unknown when the limit fires first
     */
    public void perform(
            OperationDefinition<?, ?, ?> operation,
            CallContext context,
            Duration limit,
            DownstreamGate.Permit permit,
            Answer answer) {
        permit.sent();
        running.add(context.operationKey());
        TimeLimit watch = TimeLimit.start(
                workers,
                limit,
                () -> answer.inTime(
                        Outcome.unknown("no answer within " + limit + "; the call goes on and a late answer is kept")));
        Outcome<String> outcome;
        try {
            outcome = attempt(operation, context);
        } finally {
            running.remove(context.operationKey());
        }
        permit.release(isHealthy(outcome));
        if (watch.end()) {
            answer.inTime(outcome);
        } else {
            answer.late(outcome);
        }
    }

    /** Who is told how an attempt ended. */
    public interface Answer {
        /** The outcome. Told once. */
        void inTime(Outcome<String> outcome);

        /** What the call said after the outcome had been told as unknown. */
        void late(Outcome<String> outcome);
    }

    /** Asks one question on the calling thread. */
    public void ask(
            OperationDefinition<?, ?, ?> operation,
            CallContext context,
            Duration limit,
            DownstreamGate.Permit permit,
            Consumer<QueryAnswer> told) {
        permit.sent();
        TimeLimit watch = TimeLimit.start(
                workers, limit, () -> told.accept(new QueryAnswer.Unavailable("no answer within " + limit)));
        QueryAnswer answer = question(operation, context);
        permit.release(isHealthy(answer));
        if (watch.end()) {
            told.accept(answer);
        }
    }

    /** Runs an action as it is, on the calling thread and without a limit: for local transactions, whose rollback is proof. */
    public Outcome<String> performLocally(OperationDefinition<?, ?, ?> operation, CallContext context)
            throws Exception {
        return act(operation, context);
    }

    private Outcome<String> attempt(OperationDefinition<?, ?, ?> operation, CallContext context) {
        try {
            return act(operation, context);
        } catch (PayloadException unwritable) {
            return Outcome.unknown("answered, but the result cannot be kept: " + unwritable.getMessage());
        } catch (Throwable failure) {
            LOG.debug("attempt {} of {} threw", context.attempt(), context.operationKey(), MaskedFailure.of(failure));
            return FailureClassifier.classify(failure);
        }
    }

    private <Q, R> Outcome<String> act(OperationDefinition<?, Q, R> operation, CallContext context) throws Exception {
        Q request = payloads.read(
                "request of " + context.operationKey(), context.frozen().body(), operation.requestType());
        Outcome<R> outcome = operation.action().perform(context, request);
        if (outcome instanceof Outcome.Succeeded<R> succeeded) {
            return Outcome.succeeded(payloads.write("result of " + context.operationKey(), succeeded.result()));
        } else if (outcome instanceof Outcome.Rejected<R> rejected) {
            return Outcome.rejected(rejected.code(), rejected.message());
        } else if (outcome instanceof Outcome.RefusedWithEffect<R> refused) {
            return Outcome.refusedWithEffect(
                    refused.code(),
                    refused.message(),
                    payloads.write("effect of " + context.operationKey(), refused.effect()));
        } else if (outcome instanceof Outcome.NotExecuted<R> notExecuted) {
            return new Outcome.NotExecuted<>(notExecuted.code(), notExecuted.message(), notExecuted.retryAfter());
        } else if (outcome instanceof Outcome.Pending<R> pending) {
            return Outcome.pending(pending.reference());
        } else if (outcome instanceof Outcome.Unknown<R> unknown) {
            return Outcome.unknown(unknown.evidence());
        }
        return Outcome.unknown("the action returned no outcome");
    }

    private QueryAnswer question(OperationDefinition<?, ?, ?> operation, CallContext context) {
        try {
            return inquire(operation, context);
        } catch (PayloadException unwritable) {
            return new QueryAnswer.Mismatch("found, but the result cannot be kept: " + unwritable.getMessage());
        } catch (Throwable failure) {
            LOG.debug("query for {} threw", context.operationKey(), MaskedFailure.of(failure));
            return FailureClassifier.unanswered(failure);
        }
    }

    private QueryAnswer refusal(QueryResult.FoundRefusedWithEffect<?> refused, CallContext context) {
        return new QueryAnswer.FoundRefusedWithEffect(
                refused.code(),
                refused.message(),
                payloads.write("effect of " + context.operationKey(), refused.effect()));
    }

    private <Q, R> QueryAnswer inquire(OperationDefinition<?, Q, R> operation, CallContext context) throws Exception {
        Inquiry<Q, R> inquiry = operation.inquiry().orElseThrow();
        Q request = payloads.read(
                "request of " + context.operationKey(), context.frozen().body(), operation.requestType());
        QueryResult<R> result = inquiry.query().ask(context, request);
        if (result instanceof QueryResult.Found<R> found) {
            String json = payloads.write("result of " + context.operationKey(), found.result());
            return inquiry.matches().test(request, found.result())
                    ? new QueryAnswer.Found(json)
                    : new QueryAnswer.Mismatch("found something that does not match the request: " + json);
        } else if (result instanceof QueryResult.FoundRejected<R> rejected) {
            return new QueryAnswer.FoundRejected(rejected.code(), rejected.message());
        } else if (result instanceof QueryResult.Reversed<R> reversed) {
            return new QueryAnswer.Reversed(reversed.code(), reversed.message());
        } else if (result instanceof QueryResult.FoundRefusedWithEffect<R> refused) {
            return refusal(refused, context);
        } else if (result instanceof QueryResult.Mismatch<R> mismatch) {
            return new QueryAnswer.Mismatch(mismatch.detail());
        } else if (result instanceof QueryResult.FoundPending<R> pending) {
            return new QueryAnswer.FoundPending(pending.reference());
        } else if (result instanceof QueryResult.NotFound<R>) {
            return new QueryAnswer.NotFound();
        } else if (result instanceof QueryResult.Unavailable<R> unavailable) {
            return new QueryAnswer.Unavailable(unavailable.cause());
        } else if (result instanceof QueryResult.NotAsked<R> notAsked) {
            return new QueryAnswer.NotAsked(notAsked.cause());
        }
        return new QueryAnswer.Unavailable("the query returned no result");
    }

    private static boolean isHealthy(QueryAnswer answer) {
        return !(answer instanceof QueryAnswer.Unavailable) && !(answer instanceof QueryAnswer.NotAsked);
    }

    private static boolean isHealthy(Outcome<String> outcome) {
        return !(outcome instanceof Outcome.Unknown) && !(outcome instanceof Outcome.NotExecuted);
    }
}

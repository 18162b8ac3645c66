package io.querent.testkit.scenario;

import io.querent.decision.QueryAnswer;
import io.querent.runtime.codec.PayloadCodec;
import io.querent.saga.QueryResult;

/** What a downstream says, with results as JSON. */
final class Answers {
    private Answers() {}

    static QueryAnswer of(PayloadCodec payloads, String operation, QueryResult<?> result) {
        if (result instanceof QueryResult.Found<?> found) {
            return new QueryAnswer.Found(payloads.write("result of " + operation, found.result()));
        } else if (result instanceof QueryResult.FoundRejected<?> no) {
            return new QueryAnswer.FoundRejected(no.code(), no.message());
        } else if (result instanceof QueryResult.Reversed<?> reversed) {
            return new QueryAnswer.Reversed(reversed.code(), reversed.message());
        } else if (result instanceof QueryResult.FoundRefusedWithEffect<?> no) {
            String effect = payloads.write("effect of " + operation, no.effect());
            return new QueryAnswer.FoundRefusedWithEffect(no.code(), no.message(), effect);
        } else if (result instanceof QueryResult.Mismatch<?> mismatch) {
            return new QueryAnswer.Mismatch(mismatch.detail());
        } else if (result instanceof QueryResult.FoundPending<?> pending) {
            return new QueryAnswer.FoundPending(pending.reference());
        } else if (result instanceof QueryResult.NotFound<?>) {
            return new QueryAnswer.NotFound();
        } else if (result instanceof QueryResult.NotAsked<?> notAsked) {
            return new QueryAnswer.NotAsked(notAsked.cause());
        }
        return new QueryAnswer.Unavailable(
                result instanceof QueryResult.Unavailable<?> no ? no.cause() : "the query returned no result");
    }
}

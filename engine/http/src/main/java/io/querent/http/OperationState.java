package io.querent.http;

import io.querent.saga.Done;
import io.querent.saga.QueryResult;
import org.jspecify.annotations.Nullable;

/**
 * What a service that uses Querent's receiver tells of an operation, at {@code GET /operations/{key}}.
 *
 * @param status of the receiver's life cycle
 * @param code of a refusal; null otherwise
 * @param answerKept whether the answer is still kept
 * @param answer null where there is none
 * @param <R> type of the answer
 */
record OperationState<R>(
        @Nullable String key,
        @Nullable String status,
        @Nullable String code,
        boolean answerKept,
        @Nullable R answer) {

    QueryResult<R> found(Class<R> type) {
        return switch (status == null ? "" : status) {
            case "SUCCEEDED" -> succeeded(type);
            case "FAILED" ->
                QueryResult.foundRejected(code == null ? "REFUSED" : code, "the receiver refused it for good");
            case "PROCESSING" -> QueryResult.foundPending(key == null ? "in progress" : key);
            // It took no effect and somebody has to ask for it again, which only whoever sent it can.
            case "RETRYABLE_FAILED" -> QueryResult.notFound();
            case "UNKNOWN" ->
                QueryResult.unavailable("the receiver does not know what became of it; a person has to find out");
            default -> QueryResult.unavailable("the answer is no state of an operation");
        };
    }

    private QueryResult<R> succeeded(Class<R> type) {
        if (answer != null) {
            return QueryResult.found(answer);
        } else if (type.equals(Done.class)) {
            return QueryResult.found(type.cast(Done.DONE));
        }
        return QueryResult.unavailable(
                answerKept
                        ? "it was done, and answered with no JSON"
                        : "it was done so long ago that the receiver no longer keeps its answer");
    }
}

package io.querent.http;

import io.querent.saga.QueryResult;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;

/** What came of a question. Anything that is not an answer of the provider itself says nothing about the operation. */
record QueryReader<B, R>(
        Settings settings,
        AnswerRules rules,
        Reading<B> reading,
        Function<? super B, QueryResult<R>> decide,
        String key)
        implements Exchange.Reader<QueryResult<R>> {

    @Override
    public QueryResult<R> notSent(@Nullable Throwable cause) {
        return QueryResult.notAsked(
                cause == null
                        ? "something in front answered before the question was sent"
                        : CallReader.codeOf(cause) + ": " + Foreign.describe(cause));
    }

    @Override
    public QueryResult<R> unanswered(String evidence) {
        return QueryResult.unavailable(evidence);
    }

    @Override
    public QueryResult<R> answered(Answer answer) {
        if (answer.status() == 202 && answer.json().isPresent()) {
            return QueryResult.foundPending(CallReader.reference(answer, rules, key));
        }
        if (answer.isSuccess()) {
            return success(answer);
        }
        return isNotFound(answer) ? QueryResult.notFound() : QueryResult.unavailable(answer.describe());
    }

    private QueryResult<R> success(Answer answer) {
        try {
            return decide.apply(reading.of(answer, settings.accepted()));
        } catch (UnreadableAnswer unreadable) {
            return QueryResult.unavailable(unreadable.getMessage() + "; " + answer.describe());
        }
    }

    private boolean isNotFound(Answer answer) {
        Set<String> codes = rules.notFound().get(answer.status());
        Optional<Map<?, ?>> body = answer.json();
        return codes != null
                && body.isPresent()
                && (codes.isEmpty()
                        || Answer.at(body.get(), rules.codePath())
                                .filter(codes::contains)
                                .isPresent());
    }

    /** How the body of a success is read. */
    @FunctionalInterface
    interface Reading<B> {
        /** @param accepted content types it may claim to be of */
        B of(Answer answer, List<MediaType> accepted) throws UnreadableAnswer;
    }
}

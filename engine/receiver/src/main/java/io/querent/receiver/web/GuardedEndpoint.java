package io.querent.receiver.web;

import io.querent.receiver.OperationAnswer;
import io.querent.receiver.OperationTransaction;
import io.querent.receiver.jdbc.SqlFailure;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.web.servlet.DispatcherServlet;

/** Runs the endpoint in the transaction of its key, once or, where the database gave up a transaction, again from the beginning. */
final class GuardedEndpoint {
    private final HttpServletRequest request;
    private final RequestBody body;
    private final ResponseStart start;
    private final FilterChain chain;
    private @Nullable CapturedResponse captured;

    GuardedEndpoint(HttpServletRequest request, RequestBody body, ResponseStart start, FilterChain chain) {
        this.request = request;
        this.body = body;
        this.start = start;
        this.chain = chain;
    }

    /**
     * Returns what it answered when it was done.
     *
     * @throws RefusedAnswer when the business refused
     * @throws UnsettledAnswer when the endpoint did not say the last word; everything is undone, and the answer passed on
     */
    OperationAnswer run(OperationTransaction transaction) throws Exception {
        CapturedResponse answer = new CapturedResponse(start.again());
        captured = answer;
        request.removeAttribute(DispatcherServlet.EXCEPTION_ATTRIBUTE);
        OperationScope.set(request, transaction);
        try {
            chain.doFilter(new RereadableRequest(request, body.bytes()), answer);
        } catch (ServletException wrapped) {
            throw wrapped.getRootCause() instanceof Exception cause ? cause : wrapped;
        } finally {
            OperationScope.set(request, null);
        }
        if (answer.isTooLarge() || !AnswerHeaders.fit(answer)) {
            throw UnsettledAnswer.tooLarge();
        }
        Exception cause = resolved();
        if (!HttpAnswers.isSettled(answer) || isBeforeTheBusiness(cause)) {
            throw UnsettledAnswer.of(answer, cause);
        }
        OperationAnswer kept = HttpAnswers.kept(answer);
        if (kept instanceof OperationAnswer.Refused) {
            throw new RefusedAnswer(kept);
        }
        return kept;
    }

    /**
     * Whether the endpoint was not asked (its path, method or type is nobody's), or what it says is of a transaction that the database gave
     * up, whatever an exception handler has made of that.
     */
    private static boolean isBeforeTheBusiness(@Nullable Exception cause) {
        return cause instanceof ServletException || (cause != null && SqlFailure.isConflict(cause));
    }

    /** Sends the answer of what was done. */
    void release() throws IOException {
        Objects.requireNonNull(captured, "an operation was done, so its endpoint has run")
                .release();
    }

    /** What an exception handler turned into the answer: the database may have said that the transaction is to be tried again. */
    private @Nullable Exception resolved() {
        return request.getAttribute(DispatcherServlet.EXCEPTION_ATTRIBUTE) instanceof Exception cause ? cause : null;
    }
}

package io.querent.receiver.web;

import io.querent.receiver.OperationAnswer;
import io.querent.receiver.OperationTransaction;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.web.servlet.DispatcherServlet;

/** Runs the endpoint in the transaction of its key, once or, where the database gave up a transaction, again from the beginning. */
final class GuardedEndpoint {
    private final RereadableRequest request;
    private final HttpServletResponse response;
    private final FilterChain chain;
    private @Nullable CapturedResponse captured;

    GuardedEndpoint(RereadableRequest request, HttpServletResponse response, FilterChain chain) {
        this.request = request;
        this.response = response;
        this.chain = chain;
    }

    /**
     * Returns what it answered when it was done.
     *
     * @throws RefusedAnswer when the business refused
     * @throws UnsettledAnswer when the endpoint did not say the last word; everything is undone, and the answer passed on
     */
    OperationAnswer run(OperationTransaction transaction) throws Exception {
        if (captured != null) {
            response.reset();
        }
        CapturedResponse answer = new CapturedResponse(response);
        captured = answer;
        request.removeAttribute(DispatcherServlet.EXCEPTION_ATTRIBUTE);
        OperationScope.set(request, transaction);
        try {
            chain.doFilter(request, answer);
        } catch (ServletException wrapped) {
            throw wrapped.getRootCause() instanceof Exception cause ? cause : wrapped;
        } finally {
            OperationScope.set(request, null);
        }
        if (answer.isTooLarge()) {
            throw UnsettledAnswer.tooLarge();
        }
        if (!HttpAnswers.isSettled(answer)) {
            throw UnsettledAnswer.of(answer, resolved());
        }
        OperationAnswer kept = HttpAnswers.kept(answer);
        if (kept instanceof OperationAnswer.Refused) {
            throw new RefusedAnswer(kept);
        }
        return kept;
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

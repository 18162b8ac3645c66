package io.querent.receiver.web;

import io.querent.receiver.Execution;
import io.querent.receiver.Fence;
import io.querent.receiver.GuardUnavailableException;
import io.querent.receiver.OperationGuard;
import io.querent.receiver.OperationRequest;
import io.querent.receiver.ReceiverException;
import io.querent.receiver.StaleTokenException;
import io.querent.saga.canonical.CanonicalJsonException;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Lets declared endpoints take effect once for each caller and {@code Idempotency-Key}. The endpoint runs in the transaction that claims the
 * key: what it writes, and what it answers, are committed together, and only then is anything sent. A repeat is given the first answer with
 * status 200 and {@code Idempotency-Replayed: true}; a refusal is repeated with its own status. Thread-safe.
 */
public final class IdempotencyFilter extends OncePerRequestFilter {
    private static final Logger LOG = LoggerFactory.getLogger(IdempotencyFilter.class);

    private final OperationGuard guard;
    private final IdempotentEndpoints endpoints;
    private final CallerName callers;

    /**
     * @param endpoints others pass through untouched
     * @param callers whose keys they are
     */
    public IdempotencyFilter(OperationGuard guard, IdempotentEndpoints endpoints, CallerResolver callers) {
        this.guard = guard;
        this.endpoints = endpoints;
        this.callers = new CallerName(callers);
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        Optional<IdempotentEndpoints.Matched> endpoint = endpoints.match(request);
        if (endpoint.isEmpty()) {
            chain.doFilter(request, response);
            return;
        }
        ResponseStart start = ResponseStart.of(response);
        try {
            RequestBody body = RequestBody.read(request);
            OperationRequest operation = operation(request, endpoint.get(), body);
            guarded(operation, new GuardedEndpoint(request, body, start, chain), start);
        } catch (RefusedRequest refused) {
            refused.problem().write(start.again());
        }
    }

    private OperationRequest operation(
            HttpServletRequest request, IdempotentEndpoints.Matched endpoint, RequestBody body) throws RefusedRequest {
        String key = KeyHeader.keyOf(request);
        String caller = callers.of(request).orElseThrow(() -> new RefusedRequest(Problems.nobody()));
        byte[] parameters = body.parameters(request.getMethod(), endpoint.path(), request.getQueryString());
        try {
            OperationRequest operation = OperationRequest.of(caller, key, parameters);
            String resource = endpoint.resource();
            return resource == null ? operation : operation.withFence(new Fence(resource, KeyHeader.tokenOf(request)));
        } catch (CanonicalJsonException tooMuch) {
            throw new RefusedRequest(Problems.body(String.valueOf(tooMuch.getMessage())));
        } catch (ReceiverException malformed) {
            throw new RefusedRequest(Problems.keyMalformed("length=" + key.length()));
        }
    }

    private void guarded(OperationRequest operation, GuardedEndpoint endpoint, ResponseStart start)
            throws ServletException, IOException {
        try {
            answer(execute(operation, endpoint), operation.key(), endpoint, start);
        } catch (UnsettledAnswer undone) {
            undone.send(start);
        } catch (StaleTokenException stale) {
            Problems.stale(stale.fence().resource()).write(start.again());
        } catch (GuardUnavailableException away) {
            LOG.warn(
                    "an operation could not be asked for, or whether it was done is not known; key={}",
                    operation.key(),
                    away);
            Problems.away().write(start.again());
        } catch (IOException | ServletException | RuntimeException failed) {
            throw failed;
        } catch (Exception failed) {
            throw new ServletException(failed);
        }
    }

    /** A repeat may come between the two transactions of a refusal. Then what that one came to is the answer, whatever it is. */
    private Execution execute(OperationRequest operation, GuardedEndpoint endpoint) throws Exception {
        try {
            return guard.execute(operation, endpoint::run);
        } catch (RefusedAnswer refused) {
            return guard.execute(operation, transaction -> refused.answer());
        }
    }

    private static void answer(Execution execution, String key, GuardedEndpoint endpoint, ResponseStart start)
            throws IOException {
        if (execution instanceof Execution.Applied) {
            endpoint.release();
        } else if (execution instanceof Execution.Replayed replayed) {
            HttpAnswers.replay(replayed.answer(), start.again());
        } else {
            notDone(execution, key).write(start.again());
        }
    }

    private static Problem notDone(Execution execution, String key) {
        if (execution instanceof Execution.Conflict) {
            return Problems.conflict(key);
        } else if (execution instanceof Execution.InProgress busy) {
            return Problems.inProgress(key, busy.retryAfter());
        } else if (execution instanceof Execution.InReview) {
            return Problems.inReview(key);
        } else if (execution instanceof Execution.Stale stale) {
            return Problems.stale(stale.fence().resource());
        }
        return Problems.gone(key);
    }
}

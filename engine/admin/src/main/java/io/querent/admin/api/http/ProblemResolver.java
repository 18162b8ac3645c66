package io.querent.admin.api.http;

import io.querent.admin.access.AccessDeniedException;
import io.querent.admin.desk.UnknownSagaException;
import io.querent.runtime.EngineUnavailableException;
import io.querent.runtime.OperationKeyConflictException;
import io.querent.runtime.codec.PayloadCodec.PayloadException;
import io.querent.runtime.codec.UnreadableEventException;
import io.querent.runtime.journal.HistoryArchivedException;
import io.querent.runtime.journal.JournalClosedException;
import io.querent.runtime.journal.JournalUnavailableException;
import io.querent.saga.InvalidKeyException;
import io.querent.saga.QuerentException;
import io.querent.saga.canonical.CanonicalJsonException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.Ordered;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.security.core.AuthenticationException;
import org.springframework.web.ErrorResponse;
import org.springframework.web.bind.MissingRequestHeaderException;
import org.springframework.web.bind.MissingServletRequestParameterException;
import org.springframework.web.method.annotation.MethodArgumentTypeMismatchException;
import org.springframework.web.servlet.HandlerExceptionResolver;
import org.springframework.web.servlet.ModelAndView;

/**
 * Answers in the form of RFC 9457 whatever goes wrong with a request to the API, the framework's own refusals included. What nobody
 * expected is logged under a number that the answer names; the answer says nothing else of it.
 */
public final class ProblemResolver implements HandlerExceptionResolver, Ordered {
    private static final Logger LOG = LoggerFactory.getLogger(ProblemResolver.class);
    private static final String RETRY_SECONDS = "2";
    private static final String ROOT = "/api/v1";

    /** What was right when it was looked at, and is not any more: requests and jobs that were settled meanwhile. */
    private static final Set<String> MOVED = Set.of("QRT-6022", "QRT-6029");

    @Override
    public int getOrder() {
        return Ordered.HIGHEST_PRECEDENCE;
    }

    @Override
    public @Nullable ModelAndView resolveException(
            HttpServletRequest request, HttpServletResponse response, @Nullable Object handler, Exception wrong) {
        if (!isOfApi(request) || response.isCommitted()) {
            return null;
        }
        try {
            write(response, problemOf(wrong), wrong);
        } catch (IOException gone) {
            LOG.debug("whoever asked has gone: {}", gone.getMessage());
        }
        return new ModelAndView();
    }

    /** Whether a request is for the API, by its path as it was sent or as it was understood: what is spelt in two ways is one place. */
    public static boolean isOfApi(HttpServletRequest request) {
        String within = request.getServletPath() + (request.getPathInfo() == null ? "" : request.getPathInfo());
        return isOfApi(within)
                || isOfApi(request.getRequestURI()
                        .substring(request.getContextPath().length()));
    }

    /** Whether a path is one of the API. */
    static boolean isOfApi(String path) {
        return path.equals(ROOT) || path.startsWith(ROOT + "/");
    }

    /** Answers with the problem that {@code wrong} is. */
    public static void write(HttpServletResponse response, Exception wrong) throws IOException {
        write(response, problemOf(wrong), wrong);
    }

    private static void write(HttpServletResponse response, Problem problem, Exception wrong) throws IOException {
        response.resetBuffer();
        response.setStatus(problem.status());
        if (problem.status() == HttpStatus.SERVICE_UNAVAILABLE.value()) {
            response.setHeader(HttpHeaders.RETRY_AFTER, RETRY_SECONDS);
        }
        if (problem.revision() != null) {
            response.setHeader(HttpHeaders.ETAG, Revision.tag(problem.revision()));
        }
        if (wrong instanceof ErrorResponse framework) {
            framework.getHeaders().forEach((name, values) -> values.forEach(value -> response.addHeader(name, value)));
        }
        response.setContentType("application/problem+json");
        response.getOutputStream().write(ApiJson.bytes(problem));
    }

    private static Problem problemOf(Exception wrong) {
        Optional<Problem> known = known(wrong);
        if (known.isPresent()) {
            return known.get();
        } else if (wrong instanceof QuerentException ours && !(wrong instanceof UnreadableEventException)) {
            return problem(HttpStatus.UNPROCESSABLE_CONTENT, ours);
        } else if (wrong instanceof ErrorResponse framework) {
            return ofFramework(HttpStatus.resolve(framework.getStatusCode().value()));
        } else if (wrong.getClass().getSimpleName().equals("InvalidParameterException")) {
            // The servlet container's own word for a query whose text is no UTF-8.
            return Refusal.malformed("the query", "UTF-8, percent-encoded", null)
                    .problem();
        }
        String number = UUID.randomUUID().toString();
        LOG.error("a request to the API failed; incident={}", number, wrong);
        return unforeseen("incident=" + number);
    }

    /** A failure of which the server has told nothing but that it is one. */
    static Problem unforeseen() {
        return unforeseen("incident=none");
    }

    private static Problem unforeseen(String incident) {
        return new Problem(
                "about:blank",
                HttpStatus.INTERNAL_SERVER_ERROR.getReasonPhrase(),
                HttpStatus.INTERNAL_SERVER_ERROR.value(),
                "QRT-6078",
                "QRT-6078 the request failed for a reason that nobody foresaw; " + incident
                        + "; whether it did anything is not known: send it again with the same id, and show the incident's"
                        + " number to whoever runs this server",
                null,
                null);
    }

    private static Optional<Problem> known(Exception wrong) {
        if (wrong instanceof Refusal refusal) {
            return Optional.of(refusal.problem());
        } else if (wrong instanceof AccessDeniedException denied) {
            return Optional.of(problem(HttpStatus.FORBIDDEN, denied));
        } else if (wrong instanceof UnknownSagaException unknown) {
            return Optional.of(problem(HttpStatus.NOT_FOUND, unknown));
        } else if (wrong instanceof InvalidKeyException
                || wrong instanceof PayloadException
                || wrong instanceof CanonicalJsonException) {
            return Optional.of(problem(HttpStatus.BAD_REQUEST, (QuerentException) wrong));
        } else if (wrong instanceof OperationKeyConflictException conflict) {
            return Optional.of(problem(HttpStatus.UNPROCESSABLE_CONTENT, conflict));
        } else if (wrong instanceof HistoryArchivedException archived) {
            return Optional.of(problem(HttpStatus.GONE, archived));
        } else if (wrong instanceof JournalUnavailableException
                || wrong instanceof EngineUnavailableException
                || wrong instanceof JournalClosedException) {
            LOG.debug("the API cannot answer now", wrong);
            return Optional.of(away(((QuerentException) wrong).code()));
        } else if (wrong instanceof AuthenticationException) {
            return Optional.of(new Problem(
                    "about:blank",
                    "Unauthorized",
                    HttpStatus.UNAUTHORIZED.value(),
                    "QRT-6064",
                    "QRT-6064 sign in",
                    null,
                    null));
        }
        return wrong instanceof QuerentException ours && MOVED.contains(ours.code())
                ? Optional.of(problem(HttpStatus.CONFLICT, ours))
                : malformed(wrong);
    }

    private static Optional<Problem> malformed(Exception wrong) {
        if (wrong instanceof HttpMessageNotReadableException unreadable) {
            return Optional.of(
                    unreadable.getCause() instanceof Refusal refusal
                            ? refusal.problem()
                            : Refusal.body("", "no body that can be read").problem());
        } else if (wrong instanceof MethodArgumentTypeMismatchException misfit) {
            Class<?> type = misfit.getRequiredType();
            String expected =
                    type == null ? "another type" : type.getSimpleName().toLowerCase(java.util.Locale.ROOT);
            return Optional.of(Refusal.malformed(misfit.getName(), expected, String.valueOf(misfit.getValue()))
                    .problem());
        } else if (wrong instanceof MissingServletRequestParameterException missing) {
            return Optional.of(Refusal.malformed(missing.getParameterName(), "a value", null)
                    .problem());
        } else if (wrong instanceof MissingRequestHeaderException missing) {
            return Optional.of(
                    Refusal.malformed(missing.getHeaderName(), "a value", null).problem());
        }
        return Optional.empty();
    }

    /** What is said where nothing but a status is known. */
    static Problem ofFramework(@Nullable HttpStatus status) {
        if (status == HttpStatus.NOT_FOUND) {
            return Refusal.noRoute().problem();
        } else if (status == null || status.is5xxServerError() || status == HttpStatus.BAD_REQUEST) {
            return Refusal.malformed("the request", "what the API's description says", null)
                    .problem();
        }
        return Refusal.unfit(status).problem();
    }

    /** Without the cause: it may hold the database's address. */
    private static Problem away(String code) {
        return new Problem(
                "about:blank",
                HttpStatus.SERVICE_UNAVAILABLE.getReasonPhrase(),
                HttpStatus.SERVICE_UNAVAILABLE.value(),
                code,
                code
                        + " the database or the engine cannot be reached now; whether the request did anything is not known; send it"
                        + " again with the same id",
                null,
                null);
    }

    private static Problem problem(HttpStatus status, QuerentException wrong) {
        return new Problem(
                "about:blank",
                status.getReasonPhrase(),
                status.value(),
                wrong.code(),
                String.valueOf(wrong.getMessage()),
                null,
                null);
    }
}

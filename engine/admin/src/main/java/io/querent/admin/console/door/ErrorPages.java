package io.querent.admin.console.door;

import io.querent.admin.access.AccessDeniedException;
import io.querent.admin.console.page.Pages;
import io.querent.admin.console.page.Place;
import io.querent.admin.desk.UnknownSagaException;
import io.querent.runtime.journal.HistoryArchivedException;
import io.querent.runtime.journal.JournalUnavailableException;
import io.querent.saga.InvalidKeyException;
import io.querent.saga.QuerentException;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.TypeMismatchException;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpStatus;
import org.springframework.web.ErrorResponse;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.context.request.async.AsyncRequestNotUsableException;
import org.springframework.web.servlet.View;

/** Turns what controllers of the console throw into pages. Nothing of an exception that is not ours is shown. */
@ControllerAdvice("io.querent.admin.console")
@Order(Ordered.HIGHEST_PRECEDENCE)
public final class ErrorPages {
    private static final Logger LOG = LoggerFactory.getLogger(ErrorPages.class);

    private final Pages pages;

    public ErrorPages(Pages pages) {
        this.pages = pages;
    }

    @ExceptionHandler(JournalUnavailableException.class)
    View databaseAway(JournalUnavailableException away, HttpServletRequest request) {
        LOG.warn("a page could not be shown: {}", away.getMessage());
        return page(
                HttpStatus.SERVICE_UNAVAILABLE,
                "The database is not available",
                new ErrorView(
                        "The database cannot be reached, or takes too long. Nothing is known to have changed.",
                        away.code(),
                        "Try again in a moment. An action that you sent may be sent again: it counts once.",
                        again(request)));
    }

    @ExceptionHandler(AccessDeniedException.class)
    View denied(AccessDeniedException denied) {
        return page(
                HttpStatus.FORBIDDEN,
                "Not allowed",
                new ErrorView(said(denied), denied.code(), "Ask an administrator for a role that allows it.", ""));
    }

    @ExceptionHandler({UnknownSagaException.class, InvalidKeyException.class, NothingHereException.class})
    View unknown(QuerentException unknown) {
        return page(
                HttpStatus.NOT_FOUND,
                "There is no such thing",
                new ErrorView(
                        said(unknown), unknown.code(), "Look it up by its business key or an operation's key.", ""));
    }

    @ExceptionHandler(HistoryArchivedException.class)
    View archived(HistoryArchivedException archived) {
        return page(
                HttpStatus.GONE,
                "Its history has left the database",
                new ErrorView(said(archived), archived.code(), "Whoever operates Querent has the archive.", ""));
    }

    @ExceptionHandler(QuerentException.class)
    View refused(QuerentException refused) {
        return page(
                HttpStatus.BAD_REQUEST,
                "This cannot be done",
                new ErrorView(said(refused), refused.code(), "Go back, put it right, and send it again.", ""));
    }

    @ExceptionHandler(Exception.class)
    View other(Exception other, HttpServletRequest request) throws Exception {
        if (other instanceof ErrorResponse framework) {
            HttpStatus status = HttpStatus.valueOf(framework.getStatusCode().value());
            return page(
                    status.is4xxClientError() ? status : HttpStatus.BAD_REQUEST,
                    "This request is malformed",
                    new ErrorView(
                            "Something in the address or form is missing or not what it should be.",
                            "QRT-6080",
                            "Go back and try again.",
                            ""));
        } else if (other instanceof AsyncRequestNotUsableException || other instanceof IOException) {
            throw other; // Whoever asked is gone.
        } else if (other instanceof IllegalArgumentException || other instanceof TypeMismatchException) {
            LOG.debug("a request of the console was malformed", other);
            return page(
                    HttpStatus.BAD_REQUEST,
                    "This request is malformed",
                    new ErrorView(
                            "Something in the address or form is not what it should be.",
                            "QRT-6080",
                            "Go back and try again.",
                            ""));
        }
        LOG.error("a page could not be shown; path={}", request.getRequestURI(), other);
        return page(
                HttpStatus.INTERNAL_SERVER_ERROR,
                "Something is wrong in here",
                new ErrorView(
                        "This page could not be made. It is in the log.",
                        "QRT-6081",
                        "Nothing was done to any saga by showing this page.",
                        again(request)));
    }

    private View page(HttpStatus status, String title, ErrorView view) {
        return pages.page(status, Place.ELSEWHERE, title, "error", view);
    }

    /** A message of ours without the code, which stands beside it. */
    private static String said(QuerentException ours) {
        String message = String.valueOf(ours.getMessage());
        return message.startsWith(ours.code() + " ")
                ? message.substring(ours.code().length() + 1)
                : message;
    }

    private static String again(HttpServletRequest request) {
        return request.getMethod().equals("GET") ? request.getRequestURI() : "";
    }
}

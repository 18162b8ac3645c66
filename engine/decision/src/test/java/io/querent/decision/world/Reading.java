package io.querent.decision.world;

import io.querent.decision.QueryAnswer;

/** What a downstream's query endpoint says; its factories are the query words of the failure cases. */
@FunctionalInterface
public interface Reading {
    /** The answer, where {@code truth} is what the downstream's ledger shows by now. */
    QueryAnswer say(QueryAnswer truth);

    /** What the ledger shows. */
    static Reading truth() {
        return truth -> truth;
    }

    /** The effect happened, whatever the ledger shows. */
    static Reading found() {
        return truth -> new QueryAnswer.Found("\"done\"");
    }

    /** Refused for good. */
    static Reading foundFailed(String code) {
        return truth -> new QueryAnswer.FoundRejected(code, "declined");
    }

    /** Not finished. */
    static Reading foundPending() {
        return truth -> new QueryAnswer.FoundPending("reference-1");
    }

    /** The key is not known. */
    static Reading notFound() {
        return truth -> new QueryAnswer.NotFound();
    }

    /** Something else was found. */
    static Reading mismatch(String detail) {
        return truth -> new QueryAnswer.Mismatch(detail);
    }

    /** The query fails. */
    static Reading qerr(int status) {
        return truth -> new QueryAnswer.Unavailable("HTTP " + status);
    }

    /** The question is refused before it is sent: a circuit is open. */
    static Reading notAsked() {
        return truth -> new QueryAnswer.NotAsked("circuit-open: nothing was sent");
    }

    /** The query is not answered in time. */
    static Reading qtimeout() {
        return truth -> new QueryAnswer.Unavailable("no answer in time");
    }
}

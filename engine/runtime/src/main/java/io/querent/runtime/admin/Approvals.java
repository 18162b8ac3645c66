package io.querent.runtime.admin;

import io.querent.runtime.journal.Letter;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Decisions that wait for a second person. What is approved is the very letter that was asked for, with the revision that the requester saw:
 * when the case has moved since, it is refused like any other stale decision. Changes are audited in the same transaction. Thread-safe.
 */
public interface Approvals {
    /** Most requests that are read at once. */
    int LONGEST_PAGE = 1_000;

    /**
     * Asks for a second person. The same letter (saga and message id) again changes nothing.
     *
     * @param letter a decision that nobody has approved, with an id under which nothing was sent to its saga
     * @param rule the rule that demands a second person, in words
     * @param lasts how long it can be approved, by the database's clock
     * @return the request as it is stored
     * @throws io.querent.saga.QuerentException when the letter is none such, or the id was used for another one
     */
    Request ask(Letter letter, String rule, Duration lasts);

    /** The request of that id. */
    Optional<Request> find(String id);

    /** Requests that are open and not expired, oldest first. */
    List<Request> open(int limit);

    /**
     * Approves, and puts the letter into the mailbox with both names, in one transaction. Again by the same person changes nothing.
     *
     * @throws io.querent.saga.QuerentException when there is none, it is not open, it has expired, or {@code approver} is the requester
     */
    Request approve(String id, String approver, String comment);

    /**
     * Closes requests whose time is up, and writes so into the audit. They count as expired before, too.
     *
     * @return how many there were, at most {@code limit}
     */
    int expire(int limit);

    /** Says no, or takes it back when {@code by} is the requester. Throws as {@link #approve} does, but allows the requester. */
    Request decline(String id, String by, String comment);

    /** State of a request. */
    enum State {
        OPEN,
        APPROVED,
        DECLINED,
        EXPIRED
    }

    /**
     * A request.
     *
     * @param id the letter's message id
     * @param letter what is to be decided
     * @param rule the rule that demands a second person, in words
     * @param settledBy who approved or declined; null before
     * @param comment what they said; empty before
     */
    record Request(
            String id,
            Letter letter,
            String rule,
            Instant askedAt,
            Instant expiresAt,
            State state,
            @Nullable String settledBy,
            String comment) {}
}

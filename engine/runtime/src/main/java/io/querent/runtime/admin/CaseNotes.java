package io.querent.runtime.admin;

import io.querent.saga.SagaKey;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Who looks after which open review, and what was said about it. A claim is a courtesy among people: it forbids nobody to decide. Thread-safe. */
public interface CaseNotes {
    /**
     * Claims a case for an operator, unless somebody else has it.
     *
     * @return who has it now; empty when no such case is open
     */
    Optional<Claim> claim(CaseId id, String operator, String requestId);

    /**
     * Gives a case back.
     *
     * @param operator who gives it back: whoever has it, or an administrator for them
     * @return false when nobody had it
     */
    boolean release(CaseId id, String operator, String requestId);

    /**
     * Says something about a case; audited. The same request id again is no second comment.
     *
     * @throws io.querent.saga.QuerentException when the text is blank, too long or not fit to be stored
     */
    void comment(CaseId id, String operator, String text, String requestId);

    /** Claims of these cases; those that nobody has are not in it. */
    Map<CaseId, Claim> claims(Collection<CaseId> ids);

    /** Comments about a saga's cases, oldest first. */
    List<Comment> comments(SagaKey saga);

    /** One case. */
    record CaseId(SagaKey saga, String operation, long revision) {}

    /** Who has a case. */
    record Claim(String operator, Instant since) {}

    /** What somebody said. */
    record Comment(CaseId id, String operator, String text, Instant at) {}
}

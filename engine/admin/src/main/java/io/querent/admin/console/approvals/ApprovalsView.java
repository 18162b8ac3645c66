package io.querent.admin.console.approvals;

import io.querent.admin.console.page.Moment;
import java.util.List;

/** Requests that wait for a second person, oldest first. */
public record ApprovalsView(List<Asked> requests) {
    public ApprovalsView {
        requests = List.copyOf(requests);
    }

    /**
     * A request.
     *
     * @param what what is wanted, in words
     * @param rule the rule that demands a second person
     * @param moved whether the saga has moved since it was asked for: it will be refused if that concerns it
     * @param own whether the person asked for it themselves
     * @param mayApprove whether the person may approve it
     */
    public record Asked(
            String id,
            String sagaLink,
            String sagaKey,
            String what,
            String by,
            String reason,
            String evidence,
            String rule,
            long revision,
            Moment askedAt,
            Moment expiresAt,
            boolean moved,
            boolean own,
            boolean mayApprove) {}
}

package io.querent.admin.console.reviews;

import io.querent.admin.console.action.Offer;
import io.querent.admin.console.page.Badge;
import io.querent.admin.console.page.Contradiction;
import io.querent.admin.console.page.Moment;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A page of the queue, oldest first.
 *
 * @param open how many cases are open
 * @param definitions names to choose from
 * @param definition the one that is chosen; empty for all
 * @param next link to the next page; empty when this is the last
 */
public record ReviewsView(long open, List<String> definitions, String definition, List<Case> cases, String next) {
    public ReviewsView {
        definitions = List.copyOf(definitions);
        cases = List.copyOf(cases);
    }

    /**
     * A case.
     *
     * @param anchor its anchor on the page
     * @param reason why a person has to decide, in words
     * @param claimedBy who looks after it; empty when nobody does
     * @param mayClaim whether the person may take it
     * @param mayRelease whether the person may give it back
     * @param mayComment whether the person may say something
     */
    public record Case(
            String anchor,
            String sagaLink,
            String sagaKey,
            String operation,
            String operationLink,
            Badge status,
            String reason,
            String detail,
            long revision,
            Moment openedAt,
            String claimedBy,
            @Nullable Moment claimedAt,
            boolean mayClaim,
            boolean mayRelease,
            boolean mayComment,
            @Nullable Contradiction contradiction,
            List<Said> comments,
            List<Offer> offers,
            String requestId) {
        public Case {
            comments = List.copyOf(comments);
            offers = List.copyOf(offers);
        }
    }

    /** What somebody said about a case. */
    public record Said(String operator, Moment at, String text) {}
}

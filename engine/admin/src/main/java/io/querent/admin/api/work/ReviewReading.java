package io.querent.admin.api.work;

import io.querent.admin.api.http.Place;
import io.querent.admin.api.saga.Masked;
import io.querent.admin.api.work.ReviewViews.CaseComments;
import io.querent.admin.api.work.ReviewViews.CasePage;
import io.querent.admin.api.work.ReviewViews.CaseView;
import io.querent.admin.api.work.ReviewViews.ClaimView;
import io.querent.admin.api.work.ReviewViews.CommentView;
import io.querent.decision.ReviewReason;
import io.querent.runtime.admin.CaseNotes;
import io.querent.runtime.admin.CaseNotes.CaseId;
import io.querent.runtime.journal.Reviews;
import io.querent.saga.QuerentException;
import io.querent.saga.SagaKey;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Shows cases. Pure. */
final class ReviewReading {
    private static final int PARTS = 4;

    private final Masked masked;

    ReviewReading(Masked masked) {
        this.masked = masked;
    }

    static CaseId idOf(Reviews.Case open) {
        return new CaseId(open.saga(), open.operation(), open.revision());
    }

    CasePage page(List<Reviews.Case> cases, Map<CaseId, CaseNotes.Claim> claims, @Nullable String next) {
        return new CasePage(
                cases.stream().map(open -> view(open, claims.get(idOf(open)))).toList(), next);
    }

    private CaseView view(Reviews.Case open, CaseNotes.@Nullable Claim claim) {
        return new CaseView(
                open.saga().toString(),
                open.saga().id().toString(),
                open.operation(),
                open.key().value(),
                open.reason().name(),
                masked.text(open.detail(), open.saga()),
                open.revision(),
                open.openedAt(),
                claim == null ? null : new ClaimView(claim.operator(), claim.since()));
    }

    CaseComments comments(List<CaseNotes.Comment> comments) {
        return new CaseComments(comments.stream()
                .map(said -> new CommentView(
                        said.id().operation(),
                        said.id().revision(),
                        said.operator(),
                        masked.text(said.text(), said.id().saga()),
                        said.at()))
                .toList());
    }

    /** Where a page ends: neither keys nor names of operations hold a space. */
    static String place(Reviews.Case last) {
        return last.openedAt() + " " + last.revision() + " " + last.operation() + " " + last.saga();
    }

    /** @throws io.querent.admin.api.http.Refusal when it is none that {@link #place(Reviews.Case)} gave */
    static Reviews.Case place(String text) {
        String[] parts = text.split(" ", -1);
        try {
            if (parts.length == PARTS) {
                SagaKey saga = SagaKey.parse(parts[3]);
                return new Reviews.Case(
                        saga,
                        parts[2],
                        saga.operation("unused"),
                        ReviewReason.MISMATCH,
                        "",
                        Long.parseLong(parts[1]),
                        Instant.parse(parts[0]));
            }
        } catch (QuerentException | DateTimeException | NumberFormatException malformed) {
            // Said below.
        }
        throw Place.none();
    }
}

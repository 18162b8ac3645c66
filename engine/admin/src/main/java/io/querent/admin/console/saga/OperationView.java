package io.querent.admin.console.saga;

import io.querent.admin.console.page.Contradiction;
import io.querent.admin.console.page.Moment;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One operation's page.
 *
 * @param key the stable key that every attempt carries
 * @param original link to the operation that it makes good for; null for an action
 * @param undos links to what makes good for it
 * @param request the request, masked; empty before the first attempt
 * @param hash canonical hash of the request; empty likewise
 * @param result the result, masked; empty where there is none
 * @param refusal code and message of its refusal, masked; empty where there is none
 * @param contradiction what is recorded and what was told against it; null where nothing was
 * @param attempts a page of attempts, newest first
 * @param olderAttempts number of the attempt before which the next page begins; null when there is none
 * @param notes answers, evidence, decisions, newest first
 */
public record OperationView(
        String sagaLink,
        String sagaKey,
        StepRow row,
        String key,
        @Nullable Link original,
        List<Link> undos,
        String request,
        String hash,
        String result,
        String refusal,
        @Nullable Moment firstSent,
        @Nullable Moment askingSince,
        @Nullable Moment absentFrom,
        String reference,
        @Nullable Contradiction contradiction,
        long revision,
        List<Try> attempts,
        int allAttempts,
        @Nullable Integer olderAttempts,
        List<Said> notes,
        boolean moreNotes) {
    public OperationView {
        undos = List.copyOf(undos);
        attempts = List.copyOf(attempts);
        notes = List.copyOf(notes);
    }

    /** A link to another operation. */
    public record Link(String name, String path) {}

    /** An attempt. */
    public record Try(
            int number,
            String node,
            long token,
            Moment startedAt,
            @Nullable Moment endedAt,
            String outcome,
            String evidence) {}

    /** An answer, evidence, a review or a decision. */
    public record Said(Moment at, String what, String detail) {}
}

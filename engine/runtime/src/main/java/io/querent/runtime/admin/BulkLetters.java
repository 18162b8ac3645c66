package io.querent.runtime.admin;

import io.querent.decision.Authority;
import io.querent.decision.OperatorDecision;
import io.querent.runtime.admin.BulkJobs.Item;
import io.querent.runtime.admin.BulkJobs.Job;
import io.querent.runtime.admin.BulkJobs.NewJob;
import io.querent.runtime.journal.Letter;
import io.querent.saga.QuerentException;
import io.querent.saga.SagaKey;
import org.jspecify.annotations.Nullable;

/** Makes the letters of bulk jobs: their ids are of job and item, so that one that is sent again is no second one. */
final class BulkLetters {
    private static final int LONGEST_ID = 150;

    /** Any will do to see whether a letter could be written. */
    private static final SagaKey SAMPLE = SagaKey.of("sample", "sample");

    private BulkLetters() {}

    static Letter of(Job job, Item item) {
        NewJob made = job.made();
        String id = idOf(made.id(), item.number());
        return new Letter(
                item.saga(),
                id,
                content(
                        made.decision(),
                        new Authority(made.operator(), made.reason(), item.revision(), id, job.approvedBy())));
    }

    static void check(
            String id, @Nullable OperatorDecision decision, String operator, String reason, int ratePerSecond) {
        if (id.isBlank() || id.length() > LONGEST_ID) {
            throw refused(id, "id", "1 to " + LONGEST_ID + " characters", id.length());
        } else if (ratePerSecond < 1 || ratePerSecond > BulkJobs.FASTEST) {
            throw refused(id, "rate", "1 to " + BulkJobs.FASTEST + " a second", ratePerSecond);
        }
        Letter unused = new Letter(
                SAMPLE, idOf(id, BulkJobs.MOST_ITEMS), content(decision, new Authority(operator, reason, 0, id)));
    }

    private static Letter.Content content(@Nullable OperatorDecision decision, Authority authority) {
        return decision == null
                ? new Letter.Woken(authority.operator(), authority.reason())
                : new Letter.Decided(decision, authority);
    }

    private static String idOf(String job, int number) {
        return "bulk:" + job + ":" + number;
    }

    private static QuerentException refused(String id, String what, String expected, int found) {
        return new QuerentException(
                "QRT-6024",
                "what came from a person cannot be used; key=" + id + ", part=" + what + ", expected=" + expected
                        + ", found=" + found + "; correct it");
    }
}

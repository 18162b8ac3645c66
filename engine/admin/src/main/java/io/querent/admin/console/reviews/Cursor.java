package io.querent.admin.console.reviews;

import io.querent.decision.ReviewReason;
import io.querent.decision.SagaState;
import io.querent.runtime.journal.Reviews;
import io.querent.saga.OperationKey;
import io.querent.saga.QuerentException;
import io.querent.saga.SagaKey;
import java.time.DateTimeException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Where a page of the queue ends, as a text in a URL. */
final class Cursor {
    private static final String BETWEEN = "~";

    private Cursor() {}

    static String text(Reviews.Case last) {
        return String.join(
                BETWEEN,
                last.openedAt().toString(),
                last.saga().toString(),
                last.operation(),
                String.valueOf(last.revision()));
    }

    static Reviews.@Nullable Case read(@Nullable String text) {
        if (text == null || text.isEmpty()) {
            return null;
        }
        String[] parts = text.split(BETWEEN, -1);
        try {
            if (parts.length == 4) {
                SagaKey saga = SagaKey.parse(parts[1]);
                String step = parts[2].equals(SagaState.WHOLE) ? "saga" : parts[2];
                OperationKey key = saga.operation(step);
                return new Reviews.Case(
                        saga,
                        parts[2],
                        key,
                        ReviewReason.CANNOT_BE_PROVED,
                        "",
                        Long.parseLong(parts[3]),
                        Instant.parse(parts[0]));
            }
        } catch (DateTimeException | NumberFormatException | QuerentException malformed) {
            // Said below.
        }
        throw new QuerentException("QRT-6089", "this is no place in the queue; begin at its first page");
    }
}

package io.querent.admin.console.saga;

import io.querent.admin.console.action.Offer;
import io.querent.admin.console.page.Badge;
import io.querent.admin.console.page.Moment;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An action or a compensation as a row.
 *
 * @param kind what it is, in a few words
 * @param original name of the operation that this compensation makes good for; empty for others
 * @param amount how much it makes good for, where that is a part; empty otherwise
 * @param due when something is due for it; null when nothing is
 * @param trouble the latest trouble, masked; empty when there was none
 * @param link its page
 * @param offers what the person may do to it now
 */
public record StepRow(
        String name,
        String kind,
        String original,
        Badge status,
        int attempts,
        int questions,
        String amount,
        @Nullable Moment due,
        String trouble,
        String link,
        List<Offer> offers) {
    public StepRow {
        offers = List.copyOf(offers);
    }

    /** Whether it is a compensation. */
    public boolean undo() {
        return !original.isEmpty();
    }

    /** The row's anchor. */
    public String anchor() {
        return "step-" + name;
    }
}

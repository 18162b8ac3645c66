package io.querent.admin.console.action;

import io.querent.admin.console.page.Badge;
import io.querent.admin.console.page.Moment;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What came of an action.
 *
 * @param verdict in a few words
 * @param tone how it looks
 * @param sentence the same for people
 * @param settled whether asking again gives the same
 * @param until when more will be known at the earliest; null when nothing is due
 */
public record ResultView(
        String sagaLink,
        String sagaKey,
        String requestId,
        String verdict,
        String symbol,
        String tone,
        String sentence,
        Badge status,
        long revision,
        boolean settled,
        boolean stale,
        boolean repeated,
        @Nullable Moment until,
        List<String> since) {
    public ResultView {
        since = List.copyOf(since);
    }
}

package io.querent.admin.console.bulk;

import java.util.List;

/**
 * The form of a new job.
 *
 * @param query the search whose sagas it is about, as the query part of a URL
 * @param asked the same in words
 * @param sample some of the sagas that fit now
 * @param more whether more fit
 * @param wrong what was wrong with what was sent; empty at first
 */
public record NewJobView(
        String query,
        List<String> asked,
        List<String> sample,
        boolean more,
        String requestId,
        List<Choice> actions,
        String wrong) {
    public NewJobView {
        asked = List.copyOf(asked);
        sample = List.copyOf(sample);
        actions = List.copyOf(actions);
    }

    /** An action to choose. */
    public record Choice(String label, String words) {}
}

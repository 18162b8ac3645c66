package io.querent.admin.console.action;

import java.util.List;

/**
 * What would come of an action.
 *
 * @param refused why it would be refused; empty when it would be accepted
 * @param unknown why nobody can tell; empty when it can be told
 * @param waves what would be begun, in order
 * @param skipped steps that nothing would be done about, and why
 * @param waits what it would wait for
 * @param end where the saga would stand after that, if everybody answers yes
 */
public record PreviewView(
        String refused,
        String unknown,
        List<List<Planned>> waves,
        List<Skipped> skipped,
        List<String> waits,
        String end) {
    public PreviewView {
        waves = waves.stream().map(List::copyOf).toList();
        skipped = List.copyOf(skipped);
        waits = List.copyOf(waits);
    }

    /**
     * One operation that would be begun.
     *
     * @param act what would be done, in words
     * @param original name of what it makes good for; empty for an action
     * @param request masked; empty where it cannot be built yet
     * @param remark why there is no request or no amount; empty where there is nothing to remark
     */
    public record Planned(
            String operation, String key, String original, String act, String amount, String request, String remark) {}

    /** A step that nothing would be done about. */
    public record Skipped(String step, String why) {}

    /** A preview that cannot be made. */
    static PreviewView unknown(String why) {
        return new PreviewView("", why, List.of(), List.of(), List.of(), "");
    }
}

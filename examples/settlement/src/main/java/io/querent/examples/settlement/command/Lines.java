package io.querent.examples.settlement.command;

import java.util.ArrayList;
import java.util.List;

/** As many lines as somebody reads, and that there are more. */
final class Lines {
    private static final int MOST = 50;

    private Lines() {}

    /** All of them, or the first and a line that says how many are left out. */
    static List<String> most(List<String> lines) {
        if (lines.size() <= MOST) {
            return List.copyOf(lines);
        }
        List<String> most = new ArrayList<>(lines.subList(0, MOST));
        most.add("... and " + (lines.size() - MOST) + " more like the last");
        return most;
    }
}

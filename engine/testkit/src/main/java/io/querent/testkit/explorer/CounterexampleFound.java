package io.querent.testkit.explorer;

import java.util.List;

/**
 * A run in which a rule breaks. The message holds the rule, the history of the run, and how to repeat it. Immutable.
 */
public final class CounterexampleFound extends AssertionError {
    private static final long serialVersionUID = 1L;

    private final String rule;
    private final transient List<String> history;
    private final String choices;

    CounterexampleFound(String saga, String broken, List<String> history, String choices) {
        super("saga " + saga + ": " + broken + "\n" + String.join("\n", history)
                + "\nRun it again, with the same definition and bounds: explorer.replay(\"" + choices + "\")");
        this.rule = broken;
        this.history = List.copyOf(history);
        this.choices = choices;
    }

    /** What is not as it must be. */
    public String rule() {
        return rule;
    }

    /** What happened, one line a step: number, time since the start, who, what, and what the core decided. */
    public List<String> history() {
        return history;
    }

    /** The choices of the run, for {@link Explorer#replay}. */
    public String choices() {
        return choices;
    }
}

package io.querent.testkit.explorer;

import java.util.ArrayList;
import java.util.List;

/**
 * A run in which a rule breaks. The message holds the rule, the history of the run, and how to repeat it. Immutable.
 */
public final class CounterexampleFound extends AssertionError {
    private static final long serialVersionUID = 1L;

    private final String rule;
    private final transient List<String> story;
    private final transient List<String> history;
    private final String choices;

    CounterexampleFound(String saga, String broken, Run run, String choices) {
        super(text(saga, broken, run, choices));
        this.rule = broken;
        this.story = run.story();
        this.history = List.copyOf(run.lines());
        this.choices = choices;
    }

    private static String text(String saga, String broken, Run run, String choices) {
        List<String> lines = new ArrayList<>();
        lines.add("saga " + saga + ": " + broken);
        lines.add("What the saga's history says:");
        lines.addAll(run.story());
        lines.add("What the books of the downstreams say:");
        lines.addAll(run.books());
        lines.add("Move by move:");
        lines.addAll(run.lines());
        lines.add("Run it again, with the same definition and bounds: explorer.replay(\"" + choices + "\")");
        return String.join("\n", lines);
    }

    /** What is not as it must be. */
    public String rule() {
        return rule;
    }

    /** The saga's own history as the business reads it: time since the start, step, what became of it. */
    public List<String> story() {
        return story;
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

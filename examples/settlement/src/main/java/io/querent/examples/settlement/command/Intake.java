package io.querent.examples.settlement.command;

/**
 * What came of asking.
 *
 * @param started settlements that began
 * @param replayed settlements that had begun before
 * @param conflicting settlements under whose key something else was settled
 */
record Intake(int started, int replayed, int conflicting) {
    static final Intake NONE = new Intake(0, 0, 0);

    Intake plus(Intake other) {
        return plus(other.started, other.replayed, other.conflicting);
    }

    Intake plus(int moreStarted, int moreReplayed, int moreConflicting) {
        return new Intake(started + moreStarted, replayed + moreReplayed, conflicting + moreConflicting);
    }
}

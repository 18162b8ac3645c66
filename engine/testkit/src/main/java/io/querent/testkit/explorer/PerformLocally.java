package io.querent.testkit.explorer;

import io.querent.decision.OperationStatus;
import io.querent.decision.SagaCommand;
import io.querent.saga.Outcome;

/**
 * A process runs a local transaction: business writes and events are one commit.
 *
 * @param code the refusal's code; empty for the other endings
 */
record PerformLocally(long token, Errand.Perform errand, Ending ending, String code) implements Move {
    /** How the transaction ends. */
    enum Ending {
        /** It commits. */
        COMMITTED,
        /** The business says no: the writes are rolled back, the refusal is recorded. */
        DECLINED,
        /** It is rolled back. */
        ROLLED_BACK
    }

    @Override
    public void make(Scene scene) {
        Party party = scene.party(token).without(errand);
        World world = scene.world();
        world.put(party);
        world.refusals += ending == Ending.DECLINED ? 1 : 0;
        world.faults += ending == Ending.ROLLED_BACK ? 1 : 0;
        String name = scene.name(errand.operation());
        boolean stored = scene.append(
                party, new SagaCommand.RecordOutcome(name, errand.attempt(), outcome(), scene.draw(), scene.now()));
        if (stored && ending == Ending.COMMITTED && world.state.statusOf(name) == OperationStatus.SUCCEEDED) {
            Entry entry = new Entry(name, Entry.Fate.APPLIED, scene.now(), scene.now(), false, "", null);
            world.book(errand.operation(), world.book(errand.operation()).with(entry));
        }
    }

    private Outcome<String> outcome() {
        return switch (ending) {
            case COMMITTED -> Outcome.succeeded("\"done\"");
            case DECLINED -> Outcome.rejected(code, "declined");
            case ROLLED_BACK -> Outcome.notExecuted("rolled-back", "the transaction was rolled back");
        };
    }

    @Override
    public String who(World world) {
        return Words.who(token);
    }

    @Override
    public String what(Setting setting) {
        return "runs the local transaction of " + Words.attempt(setting, errand) + ": " + Words.lower(ending);
    }

    @Override
    public boolean isUrgent() {
        return true;
    }
}

package io.querent.testkit.explorer;

import io.querent.decision.SagaCommand;
import io.querent.saga.Outcome;

/** A process's own time limit fires. */
record GiveUpWaiting(long token, Errand.Await errand) implements Move {
    @Override
    public void make(Scene scene) {
        Party party = scene.party(token).without(errand);
        scene.world().put(party);
        Outcome<String> outcome = Outcome.unknown("no answer within the time limit");
        SagaCommand command = new SagaCommand.RecordOutcome(
                scene.name(errand.operation()), errand.attempt(), outcome, scene.draw(), scene.now());
        if (!scene.append(party, command)) {
            scene.testify(party, errand.operation(), errand.attempt(), outcome);
        }
    }

    @Override
    public String who(World world) {
        return Words.who(token);
    }

    @Override
    public String what(Setting setting) {
        return "waits no longer for " + Words.attempt(setting, errand);
    }

    @Override
    public boolean isUrgent() {
        return true;
    }
}

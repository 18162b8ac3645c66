package io.querent.testkit.explorer;

import io.querent.decision.SagaCommand;

/**
 * A process records an answer; one that it no longer waits for, or may no longer record, is evidence.
 *
 * @param copies how often the same answer is delivered
 */
record ReceiveReply(long token, Errand.Reply errand, int copies) implements Move {
    @Override
    public void make(Scene scene) {
        Party party = scene.party(token).without(errand);
        boolean waits = party.awaits(errand.operation(), errand.attempt());
        party = party.withoutAwait(errand.operation(), errand.attempt());
        scene.world().put(party);
        receive(scene, party, waits);
        for (int copy = 2; copy <= copies; copy++) {
            scene.fault();
            receive(scene, party, waits);
        }
    }

    private void receive(Scene scene, Party party, boolean waits) {
        SagaCommand command = new SagaCommand.RecordOutcome(
                scene.name(errand.operation()), errand.attempt(), errand.outcome(), scene.draw(), scene.now());
        if (!waits || !scene.append(party, command)) {
            scene.testify(party, errand.operation(), errand.attempt(), errand.outcome());
        }
    }

    @Override
    public String who(World world) {
        return Words.who(token);
    }

    @Override
    public String what(Setting setting) {
        return "gets the answer to " + Words.attempt(setting, errand) + ": " + Words.of(errand.outcome())
                + (copies > 1 ? ", " + copies + " times" : "");
    }

    @Override
    public boolean isUrgent() {
        return !errand.slow();
    }
}

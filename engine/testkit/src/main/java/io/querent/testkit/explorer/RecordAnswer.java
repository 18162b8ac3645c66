package io.querent.testkit.explorer;

import io.querent.decision.SagaCommand;

/** A process records what its question was answered with. */
record RecordAnswer(long token, Errand.Answer errand, boolean isUrgent) implements Move {
    @Override
    public void make(Scene scene) {
        Party party = scene.party(token).without(errand);
        scene.world().put(party);
        scene.append(
                party,
                new SagaCommand.RecordQueryAnswer(
                        scene.name(errand.operation()), errand.answer(), errand.askedAt(), scene.draw(), scene.now()));
    }

    @Override
    public String who(World world) {
        return Words.who(token);
    }

    @Override
    public String what(Setting setting) {
        return "records the answer about "
                + setting.operation(errand.operation()).name() + ": " + Words.of(errand.answer());
    }
}

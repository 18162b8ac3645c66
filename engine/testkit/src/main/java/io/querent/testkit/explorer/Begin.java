package io.querent.testkit.explorer;

import io.querent.decision.SagaCommand;
import java.time.Instant;
import java.util.function.Function;

/**
 * A process commits what the engine decides by itself: a choice, a wait, its end, a list of items, a message, that a step is skipped.
 *
 * @param name of the step or message
 * @param command what is committed, at a given time
 */
record Begin(long token, String name, String what, Function<Instant, SagaCommand> command) implements Move {
    @Override
    public void make(Scene scene) {
        Party party = scene.party(token);
        SagaCommand decided = command.apply(scene.now());
        if (!scene.append(party, decided)) {
            scene.world().put(party.seeing(null));
        } else if (decided instanceof SagaCommand.Publish) {
            publish(scene);
        }
    }

    /** The message is in the outbox by the commit that says so. */
    private void publish(Scene scene) {
        World world = scene.world();
        int operation = scene.setting().operation(name).index();
        Entry entry = new Entry(name, Entry.Fate.APPLIED, scene.now(), scene.now(), false, "", null);
        world.book(operation, world.book(operation).with(entry));
    }

    @Override
    public String who(World world) {
        return Words.who(token);
    }

    @Override
    public String what(Setting setting) {
        return what;
    }

    @Override
    public boolean isUrgent() {
        return true;
    }
}

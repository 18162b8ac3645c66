package io.querent.testkit.explorer;

import java.util.List;
import java.util.function.Consumer;

/**
 * The network, or a slow process, does something to a message.
 *
 * @param what a sentence about the network
 */
record Meddle(String what, Consumer<World> change) implements Move {
    @Override
    public void make(Scene scene) {
        scene.fault();
        change.accept(scene.world());
    }

    static Meddle lose(Letter letter, String named) {
        return new Meddle("loses the request of " + named, world -> world.letters.remove(letter));
    }

    static Meddle delay(Letter letter, String named) {
        return new Meddle("delays the request of " + named, world -> replace(world.letters, letter, letter.slowed()));
    }

    static Meddle copy(Letter letter, String named) {
        return new Meddle(
                "delivers the request of " + named + " once more, later", world -> world.letters.add(letter.copied()));
    }

    static Meddle lose(Party party, Errand.Reply reply, String named) {
        return new Meddle(
                "loses the answer to " + named,
                world -> world.put(current(world, party).without(reply)));
    }

    static Meddle delay(Party party, Errand.Reply reply, String named) {
        Errand.Reply slow = new Errand.Reply(reply.operation(), reply.attempt(), reply.outcome(), true);
        return new Meddle(
                "delays the answer to " + named,
                world -> world.put(current(world, party).without(reply).with(slow)));
    }

    static Meddle delay(Party party, Errand.Answer answer, String named) {
        Errand.Answer slow =
                new Errand.Answer(answer.operation(), answer.answer(), answer.askedAt(), answer.until(), true);
        return new Meddle(
                "delays the answer about " + named,
                world -> world.put(current(world, party).without(answer).with(slow)));
    }

    private static Party current(World world, Party party) {
        Party current = world.party(party.owner().token());
        return current == null ? party : current;
    }

    private static void replace(List<Letter> letters, Letter old, Letter changed) {
        letters.set(letters.indexOf(old), changed);
    }

    @Override
    public String who(World world) {
        return "network";
    }

    @Override
    public String what(Setting setting) {
        return what;
    }

    @Override
    public boolean isUrgent() {
        return false;
    }

    @Override
    public boolean mayStayAway() {
        return true;
    }
}

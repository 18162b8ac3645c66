package io.querent.testkit.explorer;

import io.querent.decision.FrozenRequest;
import io.querent.decision.OperationState;
import java.time.Instant;

/** A process sends a request whose intent it has committed. */
record SendRequest(long token, Errand.Send errand) implements Move {
    @Override
    public void make(Scene scene) {
        Operation operation = scene.setting().operation(errand.operation());
        checkIntent(scene, operation);
        World world = scene.world();
        String key = scene.setting().core().key(scene.setting().definition(), world.state, operation.name());
        Book book = world.book(errand.operation());
        RuleBroken.unless(
                book.isSame(key, errand.body()),
                "%s went out as %s under %s, and goes out as %s under %s",
                operation.name(),
                book.body(),
                book.key(),
                errand.body(),
                key);
        world.book(errand.operation(), book.sent(key, errand.body()));
        Instant before = errand.deadline()
                .plus(operation.window())
                .plus(scene.setting().surroundings().beyondWindow());
        world.letters.add(new Letter(errand.operation(), errand.attempt(), token, key, errand.body(), before, false));
        world.put(scene.party(token)
                .without(errand)
                .with(new Errand.Await(errand.operation(), errand.attempt(), errand.deadline())));
    }

    /** R5. */
    private void checkIntent(Scene scene, Operation operation) {
        OperationState stored = scene.world().state.operation(operation.name());
        FrozenRequest request = stored.request();
        RuleBroken.unless(
                stored.attempts().started() >= errand.attempt()
                        && request != null
                        && request.body().equals(errand.body()),
                "%s is sent and no such intent is committed",
                operation.name());
    }

    @Override
    public String who(World world) {
        return Words.who(token);
    }

    @Override
    public String what(Setting setting) {
        return "sends " + Words.attempt(setting, errand);
    }

    @Override
    public boolean isUrgent() {
        return true;
    }
}

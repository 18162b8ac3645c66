package io.querent.testkit.explorer;

import io.querent.decision.Decision;
import io.querent.decision.SagaCommand;
import io.querent.decision.SagaEvent;
import io.querent.decision.SagaState;
import io.querent.saga.Outcome;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** One move while it is made: what it does to the world goes through here. Not thread-safe. */
final class Scene {
    private final Setting setting;
    private final World world;
    private final List<String> decided = new ArrayList<>();
    private final List<SagaEvent> appended = new ArrayList<>();
    private final boolean told;

    /** @param told whether it is put into words what the core decides */
    Scene(Setting setting, World before, boolean told) {
        this.setting = setting;
        this.world = before.copy();
        this.told = told;
    }

    Setting setting() {
        return setting;
    }

    World world() {
        return world;
    }

    /** What the core decided, in words. */
    List<String> decided() {
        return decided;
    }

    /** What was appended to the saga's history. */
    List<SagaEvent> appended() {
        return appended;
    }

    Instant now() {
        return world.now;
    }

    double draw() {
        return setting.surroundings().draw();
    }

    String name(int operation) {
        return setting.operation(operation).name();
    }

    Party party(long token) {
        Party party = world.party(token);
        if (party == null) {
            throw new IllegalStateException("nobody living holds token " + token);
        }
        return party;
    }

    void fault() {
        world.faults++;
    }

    /** Appends what comes of a process's command, if storage still takes it from that process and the core accepts it. */
    boolean append(Party party, SagaCommand command) {
        if (!setting.core().admits(party.owner().token(), world.token)) {
            note("refused by storage: token " + party.owner().token() + " is stale");
            return false;
        }
        SagaState known = party.view();
        return decide(known == null ? world.state : known, command);
    }

    /** Appends what comes of a command that anybody may give. */
    boolean submit(SagaCommand command) {
        return decide(world.state, command);
    }

    /** Keeps an outcome as evidence, which is taken from anybody. */
    void testify(Party party, int operation, int attempt, Outcome<String> outcome) {
        submit(new SagaCommand.RecordEvidence(name(operation), attempt, outcome, party.name(), now()));
    }

    void note(String what) {
        if (told) {
            decided.add(what);
        }
    }

    private boolean decide(SagaState known, SagaCommand command) {
        Decision decision = setting.core().decide(setting.definition(), known, command);
        SagaState before = world.state;
        SagaState after = before;
        List<SagaEvent> events = List.of();
        if (decision instanceof Decision.Accepted accepted) {
            events = accepted.events();
            appended.addAll(events);
            for (SagaEvent event : events) {
                after = setting.core().evolve(after, event);
            }
            world.state = after;
        }
        if (told) {
            Words.of(decision).forEach(this::note);
        }
        boolean uptodate = known == before;
        ChangeRules.check(new Change(setting, world, before, command, decision, uptodate), events, after);
        return decision instanceof Decision.Accepted;
    }
}

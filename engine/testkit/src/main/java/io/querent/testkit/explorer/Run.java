package io.querent.testkit.explorer;

import io.querent.decision.Decision;
import io.querent.decision.SagaCommand;
import io.querent.decision.SagaEvent;
import io.querent.decision.SagaState;
import io.querent.testkit.story.Story;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** One run by given choices, put into words. Not thread-safe. */
final class Run {
    private final Setting setting;
    private final List<String> lines = new ArrayList<>();
    private final List<SagaEvent> events = new ArrayList<>();
    private World world;

    Run(Setting setting) {
        this.setting = setting;
        this.world = beginning(setting);
        this.events.addAll(start(setting));
        tell(world, "owner-1", "starts the saga", List.of("SagaStarted"));
    }

    /** The world in which the saga was just started. */
    static World beginning(Setting setting) {
        SagaState state = null;
        for (SagaEvent event : start(setting)) {
            state = setting.core().evolve(state, event);
        }
        if (state == null) {
            throw new IllegalStateException("a start has events");
        }
        return new World(state, setting.operations().size());
    }

    private static List<SagaEvent> start(Setting setting) {
        SagaCommand start =
                new SagaCommand.StartSaga(setting.key(), "\"explored\"", "v1:explored", false, Setting.BEGINNING);
        if (setting.core().decide(setting.definition(), null, start) instanceof Decision.Accepted accepted) {
            return accepted.events();
        }
        throw new IllegalStateException("the saga cannot be started");
    }

    /**
     * The world after a move.
     *
     * @throws RuleBroken when that breaks a rule, or the core fails
     */
    static World make(Scene scene, Move move) {
        try {
            move.make(scene);
            WorldRules.check(scene.setting(), scene.world());
        } catch (IllegalStateException failed) {
            throw new RuleBroken("the core fails: " + failed.getMessage(), failed);
        }
        return scene.world();
    }

    /** What the world offers, when the rules about that hold. */
    static List<Move> moves(Setting setting, World world) {
        try {
            List<Move> moves = Alphabet.moves(setting, world);
            WorldRules.checkWakeUp(setting, world, moves);
            return moves;
        } catch (IllegalStateException failed) {
            throw new RuleBroken("the core fails: " + failed.getMessage(), failed);
        }
    }

    /** Makes the moves; returns the rule that breaks, null when none does. */
    @Nullable
    String make(int[] choices) {
        try {
            for (int choice : choices) {
                make(choice);
            }
            moves(setting, world);
            return null;
        } catch (RuleBroken broken) {
            return broken.rule();
        }
    }

    List<String> lines() {
        return lines;
    }

    /** The history as the business reads it. */
    List<String> story() {
        return Story.of(events);
    }

    /** What the downstreams' books say, where they say anything. */
    List<String> books() {
        List<String> said = new ArrayList<>();
        for (Operation operation : setting.operations()) {
            Book book = world.book(operation.index());
            if (!book.isUntouched()) {
                said.add("  " + operation.name() + ": took effect " + book.effects() + " times, of which "
                        + book.standing() + " stand");
            }
        }
        return said;
    }

    private void make(int choice) {
        List<Move> moves = moves(setting, world);
        if (choice < 0 || choice >= moves.size()) {
            throw new IllegalArgumentException("choice " + (lines.size() - 1) + " must be 0 to " + (moves.size() - 1)
                    + ", not " + choice + ": these are choices of another definition, other bounds or another version");
        }
        Move move = moves.get(choice);
        World before = world;
        Scene scene = new Scene(setting, before, true);
        try {
            world = make(scene, move);
        } finally {
            world = scene.world();
            events.addAll(scene.appended());
            tell(before, move.who(before), move.what(setting), scene.decided());
        }
    }

    private void tell(World at, String who, String what, List<String> decided) {
        lines.add(String.format(
                Locale.ROOT,
                "%3d  %-13s %-16s %s%s",
                lines.size(),
                Words.time(at.now),
                who,
                what,
                decided.isEmpty() ? "" : " -> " + String.join("; ", decided)));
    }
}

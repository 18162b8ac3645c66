package io.querent.testkit.explorer;

import io.querent.decision.Effect;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Time passes until the next thing is due, once nothing urgent is left. It never passes a request's last moment: by then it has
 * arrived, or was lost before. Must be the last source, for it looks at what the others offered.
 */
final class TimeMoves implements MoveSource {
    @Override
    public void offer(Setting setting, World world, List<Move> moves) {
        if (world.hasEnded()) {
            return;
        }
        for (Move move : moves) {
            if (move.isUrgent()) {
                return;
            }
        }
        Instant next = next(setting, world);
        if (next != null && world.letters.stream().allMatch(letter -> next.isBefore(letter.before()))) {
            moves.add(new PassTime(next));
        }
    }

    private static @Nullable Instant next(Setting setting, World world) {
        Instant next = earlier(world, null, world.vacantUntil);
        Party owner = world.owner;
        if (owner != null) {
            next = earlier(world, next, wake(setting, world));
            for (Errand errand : owner.errands()) {
                next = earlier(world, next, due(errand));
            }
        }
        for (Operation operation : setting.operations()) {
            for (Entry entry : world.book(operation.index()).entries()) {
                next = earlier(world, next, entry.settleBy());
            }
        }
        return next;
    }

    private static @Nullable Instant wake(Setting setting, World world) {
        for (Effect effect : setting.core().effects(setting.definition(), world.state, world.now)) {
            if (effect instanceof Effect.WakeAt wake) {
                return wake.time();
            }
        }
        return null;
    }

    private static @Nullable Instant due(Errand errand) {
        if (errand instanceof Errand.Await await) {
            return await.deadline();
        }
        return errand instanceof Errand.Answer answer ? answer.until() : null;
    }

    private static @Nullable Instant earlier(World world, @Nullable Instant one, @Nullable Instant other) {
        if (other == null || !other.isAfter(world.now)) {
            return one;
        }
        return one == null || other.isBefore(one) ? other : one;
    }

    private record PassTime(Instant until) implements Move {
        @Override
        public void make(Scene scene) {
            World world = scene.world();
            world.now = until;
            Party stale = world.stale;
            if (stale != null) {
                world.put(withoutOverdueSends(stale, until));
            }
        }

        /** A process does not send after its own time limit. */
        private static Party withoutOverdueSends(Party party, Instant now) {
            Party left = party;
            for (Errand errand : party.errands()) {
                if (errand instanceof Errand.Send send && now.isAfter(send.deadline())) {
                    left = left.without(errand);
                }
            }
            return left;
        }

        @Override
        public String who(World world) {
            return "time";
        }

        @Override
        public String what(Setting setting) {
            return "passes until " + Words.time(until);
        }

        @Override
        public boolean isUrgent() {
            return false;
        }
    }
}

package io.querent.testkit.explorer;

import io.querent.decision.SagaCommand;
import java.time.Instant;
import java.util.List;

/** How the saga changes hands: its owner is lost or held up, and after the lease another takes over. */
final class OwnershipMoves implements MoveSource {
    @Override
    public void offer(Setting setting, World world, List<Move> moves) {
        Instant vacantUntil = world.vacantUntil;
        if (vacantUntil != null && !world.now.isBefore(vacantUntil)) {
            moves.add(new TakeOver());
        }
        if (world.owner != null && Alphabet.mayFail(setting, world)) {
            moves.add(new LoseOwner(false));
            if (world.stale == null) {
                moves.add(new LoseOwner(true));
            }
        }
    }

    /** @param heldUp whether the owner goes on after another has taken over, as if nothing had been */
    private record LoseOwner(boolean heldUp) implements Move {
        @Override
        public void make(Scene scene) {
            World world = scene.world();
            scene.fault();
            if (heldUp && world.owner != null) {
                world.stale = world.owner.seeing(world.state);
            }
            world.owner = null;
            world.vacantUntil = scene.now().plus(scene.setting().surroundings().lease());
        }

        @Override
        public String who(World world) {
            return Words.who(world.token);
        }

        @Override
        public String what(Setting setting) {
            return heldUp ? "is held up beyond its lease" : "dies with all that it had in mind";
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

    private record TakeOver() implements Move {
        @Override
        public void make(Scene scene) {
            World world = scene.world();
            world.token++;
            world.vacantUntil = null;
            Party owner = Party.newOwner(world.token);
            world.owner = owner;
            if (!world.hasEnded()) {
                scene.append(owner, new SagaCommand.TakeOver(owner.owner(), scene.draw(), scene.now()));
            }
        }

        @Override
        public String who(World world) {
            return Words.who(world.token + 1);
        }

        @Override
        public String what(Setting setting) {
            return "takes the saga over";
        }

        @Override
        public boolean isUrgent() {
            return true;
        }
    }
}

package io.querent.testkit.explorer;

import java.time.Instant;
import java.util.List;

/** What downstreams do by themselves: finish what they have accepted. */
final class DownstreamMoves implements MoveSource {
    @Override
    public void offer(Setting setting, World world, List<Move> moves) {
        for (Operation operation : setting.operations()) {
            for (Entry entry : world.book(operation.index()).entries()) {
                Instant settleBy = entry.settleBy();
                if (settleBy != null) {
                    boolean urgent = !world.now.isBefore(settleBy);
                    moves.add(new Settle(operation.index(), entry, true, urgent));
                    if (operation.mayBeRefused()
                            && world.refusals < setting.bounds().refusals()) {
                        moves.add(new Settle(operation.index(), entry, false, urgent));
                    }
                }
            }
        }
    }

    /** A downstream finishes what it had accepted. */
    private record Settle(int operation, Entry entry, boolean applied, boolean isUrgent) implements Move {
        @Override
        public void make(Scene scene) {
            World world = scene.world();
            world.refusals += applied ? 0 : 1;
            world.book(operation, world.book(operation).replace(entry, entry.settled(applied, scene.now())));
        }

        @Override
        public String who(World world) {
            return "downstream";
        }

        @Override
        public String what(Setting setting) {
            return "finishes " + setting.operation(operation).name() + ": " + (applied ? "applied" : "declined");
        }
    }
}

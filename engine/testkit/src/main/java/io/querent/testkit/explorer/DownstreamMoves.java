package io.querent.testkit.explorer;

import java.time.Instant;
import java.util.List;

/** What downstreams do by themselves: finish what they have accepted, and take back what was final. */
final class DownstreamMoves implements MoveSource {
    @Override
    public void offer(Setting setting, World world, List<Move> moves) {
        for (Operation operation : setting.operations()) {
            for (Entry entry : world.book(operation.index()).entries()) {
                reverse(setting, world, operation, entry, moves);
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

    /** What the engine writes itself nobody takes back. */
    private static void reverse(Setting setting, World world, Operation operation, Entry entry, List<Move> moves) {
        boolean done = entry.fate() == Entry.Fate.APPLIED || entry.fate() == Entry.Fate.APPLIED_AND_FAILED;
        if (done
                && operation.isElsewhere()
                && world.reversals < setting.bounds().reversals()) {
            moves.add(new Reverse(operation.index(), entry));
        }
    }

    /** A provider takes back what was final. It tells so, or has to be asked. */
    private record Reverse(int operation, Entry entry) implements Move {
        @Override
        public void make(Scene scene) {
            World world = scene.world();
            world.reversals++;
            world.book(operation, world.book(operation).replace(entry, entry.reversed()));
        }

        @Override
        public String who(World world) {
            return "downstream";
        }

        @Override
        public String what(Setting setting) {
            return "takes back the effect of " + setting.operation(operation).name();
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

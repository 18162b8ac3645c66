package io.querent.testkit.explorer;

import java.util.ArrayList;
import java.util.List;

/** Everything that may happen. A new kind of happening is one more source here. */
final class Alphabet {
    private static final List<MoveSource> SOURCES = List.of(
            new OwnerMoves(),
            new NetworkMoves(),
            new DownstreamMoves(),
            new CallbackMoves(),
            new WordMoves(),
            new StaleOwnerMoves(),
            new OwnershipMoves(),
            new PeopleMoves(),
            new CourseMoves(),
            new TimeMoves());

    private Alphabet() {}

    /** The moves that {@code world} offers, always in the same order: their places name the choices of a run. */
    static List<Move> moves(Setting setting, World world) {
        List<Move> moves = new ArrayList<>();
        for (MoveSource source : SOURCES) {
            source.offer(setting, world, moves);
        }
        return moves;
    }

    /** Whether another fault may happen. */
    static boolean mayFail(Setting setting, World world) {
        return !world.hasEnded() && world.faults < setting.bounds().faults();
    }
}

package io.querent.testkit.explorer;

import java.util.List;

/** A part of the alphabet: the moves of one kind that a world offers, always in the same order. Stateless. */
@FunctionalInterface
interface MoveSource {
    /** Adds the moves that {@code world} offers. */
    void offer(Setting setting, World world, List<Move> moves);
}

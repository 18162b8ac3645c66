package io.querent.examples.payment.faultrun.storm;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.SplittableRandom;

/**
 * The injections of a run, drawn from its seed without looking at anything else: the same seed, the same injections in the same
 * order, for as long as the run lasts. They are dealt from a shuffled deck that holds every kind, so that no run is without one. Not
 * thread-safe.
 */
public final class StormPlan {
    private static final int SHORTEST_PAUSE_MILLIS = 500;
    private static final int LONGEST_PAUSE_MILLIS = 2_500;
    private static final Duration WRONG = Duration.ofMinutes(2);

    private final SplittableRandom draws;
    private final int nodes;
    private final Duration lease;
    private final Deque<Kind> deck = new ArrayDeque<>();

    /**
     * A plan.
     *
     * @param nodes how many nodes there are
     * @param lease what a stopped node is stopped for longer than
     */
    public StormPlan(long seed, int nodes, Duration lease) {
        this.draws = new SplittableRandom(seed);
        this.nodes = nodes;
        this.lease = lease;
    }

    /** What is next. There is always a next. */
    public Injection next() {
        if (deck.isEmpty()) {
            shuffle();
        }
        Kind kind = deck.remove();
        // All draws are made for every injection, so that one kind's needs do not move the draws of the next.
        Duration after = Duration.ofMillis(draws.nextLong(SHORTEST_PAUSE_MILLIS, LONGEST_PAUSE_MILLIS));
        int node = draws.nextInt(nodes);
        Duration length = lease.plusMillis(draws.nextLong(500, lease.toMillis()));
        Duration offset = draws.nextBoolean() ? WRONG : WRONG.negated();
        return new Injection(kind, after, node, length, kind == Kind.WRONG_CLOCK ? offset : Duration.ZERO);
    }

    private void shuffle() {
        List<Kind> cards = new ArrayList<>();
        for (Kind kind : Kind.values()) {
            for (int count = 0; count < kind.share(); count++) {
                cards.add(kind);
            }
        }
        while (!cards.isEmpty()) {
            deck.add(cards.remove(draws.nextInt(cards.size())));
        }
    }
}

package io.querent.decision.world;

import java.util.List;
import java.util.function.IntFunction;

/**
 * How a downstream behaves.
 *
 * @param onSend what becomes of the send of that number, from 1
 * @param onQuery what the question of that number, from 1, is answered with
 */
public record Conduct(IntFunction<Treatment> onSend, IntFunction<Reading> onQuery) {
    /** Applies everything and answers with the truth. */
    public static final Conduct WELL_BEHAVED = new Conduct(number -> Treatment.apply(), number -> Reading.truth());

    /** The same with sends by a script; its last word holds for ever. */
    public Conduct sends(Treatment... words) {
        return new Conduct(script(List.of(words)), onQuery);
    }

    /** The same with answers by a script; its last word holds for ever. */
    public Conduct queries(Reading... words) {
        return new Conduct(onSend, script(List.of(words)));
    }

    private static <T> IntFunction<T> script(List<T> words) {
        return number -> words.get(Math.min(number, words.size()) - 1);
    }
}

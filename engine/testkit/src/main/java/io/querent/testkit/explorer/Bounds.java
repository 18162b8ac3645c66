package io.querent.testkit.explorer;

/**
 * How far to explore.
 *
 * @param faults technical faults in one run, at most
 * @param refusals business refusals in one run, at most
 * @param callbacks messages of downstreams in one run, at most
 * @param interventions commands of people in one run, at most
 * @param depth moves in one run, at most
 * @param states distinct states in all, at most
 */
record Bounds(int faults, int refusals, int callbacks, int interventions, int depth, int states) {
    static final Bounds DEFAULT = new Bounds(2, 1, 0, 0, 1_000, 200_000);

    Bounds {
        check("faults", faults, 0, 100);
        check("refusals", refusals, 0, 100);
        check("callbacks", callbacks, 0, 100);
        check("interventions", interventions, 0, 100);
        check("depth", depth, 1, 1_000_000);
        check("states", states, 1, 100_000_000);
    }

    Bounds faults(int most) {
        return new Bounds(most, refusals, callbacks, interventions, depth, states);
    }

    Bounds refusals(int most) {
        return new Bounds(faults, most, callbacks, interventions, depth, states);
    }

    Bounds callbacks(int most) {
        return new Bounds(faults, refusals, most, interventions, depth, states);
    }

    Bounds interventions(int most) {
        return new Bounds(faults, refusals, callbacks, most, depth, states);
    }

    Bounds depth(int most) {
        return new Bounds(faults, refusals, callbacks, interventions, most, states);
    }

    Bounds states(int most) {
        return new Bounds(faults, refusals, callbacks, interventions, depth, most);
    }

    private static void check(String name, int value, int least, int most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(name + " must be " + least + " to " + most + ", not " + value);
        }
    }
}

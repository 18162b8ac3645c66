package io.querent.testkit.explorer;

/**
 * How far to explore.
 *
 * @param faults technical faults in one run, at most
 * @param refusals business refusals in one run, at most
 * @param callbacks messages of downstreams in one run, at most
 * @param interventions commands of people in one run, at most
 * @param reversals effects that providers take back in one run, at most
 * @param items items that are listed for a for-each step, at most
 * @param depth moves in one run, at most
 * @param states distinct states in all, at most
 */
record Bounds(
        int faults, int refusals, int callbacks, int interventions, int reversals, int items, int depth, int states) {
    static final Bounds DEFAULT = new Bounds(2, 1, 0, 0, 0, 2, 1_000, 200_000);

    Bounds {
        check("faults", faults, 0, 100);
        check("refusals", refusals, 0, 100);
        check("callbacks", callbacks, 0, 100);
        check("interventions", interventions, 0, 100);
        check("reversals", reversals, 0, 100);
        check("items", items, 1, 20);
        check("depth", depth, 1, 1_000_000);
        check("states", states, 1, 100_000_000);
    }

    Bounds faults(int most) {
        return new Bounds(most, refusals, callbacks, interventions, reversals, items, depth, states);
    }

    Bounds refusals(int most) {
        return new Bounds(faults, most, callbacks, interventions, reversals, items, depth, states);
    }

    Bounds callbacks(int most) {
        return new Bounds(faults, refusals, most, interventions, reversals, items, depth, states);
    }

    Bounds interventions(int most) {
        return new Bounds(faults, refusals, callbacks, most, reversals, items, depth, states);
    }

    Bounds reversals(int most) {
        return new Bounds(faults, refusals, callbacks, interventions, most, items, depth, states);
    }

    Bounds items(int most) {
        return new Bounds(faults, refusals, callbacks, interventions, reversals, most, depth, states);
    }

    Bounds depth(int most) {
        return new Bounds(faults, refusals, callbacks, interventions, reversals, items, most, states);
    }

    Bounds states(int most) {
        return new Bounds(faults, refusals, callbacks, interventions, reversals, items, depth, most);
    }

    private static void check(String name, int value, int least, int most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(name + " must be " + least + " to " + most + ", not " + value);
        }
    }
}

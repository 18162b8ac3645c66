package io.querent.benchmarks.growth;

import java.util.Locale;

/** What grows, one after the other. */
enum Curve {
    FINISHED("finished sagas in the tables", Scale.LINEAR),
    IN_FLIGHT("sagas in flight", Scale.LOGARITHMIC),
    PROCESSES("engine processes", Scale.LINEAR),
    PAYLOAD("KB of input and of each result", Scale.LOGARITHMIC),
    STEPS("steps of a saga", Scale.LINEAR),
    RATE("sagas/s that arrive steadily", Scale.LOGARITHMIC);

    private final String what;
    private final Scale scale;

    /** How the axis of what grows is divided. */
    enum Scale {
        LINEAR,
        LOGARITHMIC
    }

    Curve(String what, Scale scale) {
        this.what = what;
        this.scale = scale;
    }

    /** The axis, in words. */
    String what() {
        return what;
    }

    Scale scale() {
        return scale;
    }

    /** Of the files that it is written to. */
    String fileName() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}

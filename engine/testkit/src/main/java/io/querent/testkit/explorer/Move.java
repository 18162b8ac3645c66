package io.querent.testkit.explorer;

/** One thing that may happen in a world. Immutable. */
interface Move {
    /** Makes it happen. */
    void make(Scene scene);

    /** Who does it. */
    String who(World world);

    /** What it is, as a sentence about who does it. */
    String what(Setting setting);

    /** Whether it happens, or something else does, before any time passes. */
    boolean isUrgent();

    /** Whether nobody may count on it: it is a fault, or what a person or a downstream does unasked. */
    default boolean mayStayAway() {
        return false;
    }
}

package io.querent.benchmarks;

import java.util.OptionalDouble;

/**
 * A figure beside what it should be.
 *
 * @param name says which figure, and of what
 * @param isLeast whether the found figure has to be as high as what is to be reached, or else as low
 * @param reach what is to be reached
 * @param next what is to be reached after that; empty when nothing is
 */
record Verdict(String name, double found, boolean isLeast, double reach, OptionalDouble next) {
    boolean isReached() {
        return meets(reach);
    }

    boolean isNextReached() {
        return next.isPresent() && meets(next.getAsDouble());
    }

    String foundText() {
        return text(found);
    }

    String reachText() {
        return (isLeast ? "≥ " : "≤ ") + text(reach);
    }

    String nextText() {
        return next.isPresent() ? text(next.getAsDouble()) : "";
    }

    String word() {
        if (Double.isNaN(found)) {
            return "not known";
        }
        return isNextReached() ? "reached, and the next" : isReached() ? "reached" : "NOT REACHED";
    }

    private boolean meets(double bound) {
        return isLeast ? found >= bound : found <= bound;
    }

    private static String text(double amount) {
        return Figure.text(amount, Math.abs(amount) >= 100 ? 0 : 2);
    }
}

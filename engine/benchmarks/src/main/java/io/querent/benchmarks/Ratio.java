package io.querent.benchmarks;

import java.util.Arrays;
import java.util.Locale;

/**
 * What one figure is to another, over several rounds. Only figures of one round compare, so it is a median of ratios and not a ratio
 * of medians. All three are not a number when there was no round to compare.
 */
record Ratio(double median, double lowest, double highest) {
    static Ratio of(double[] roundByRound) {
        double[] known =
                Arrays.stream(roundByRound).filter(Double::isFinite).sorted().toArray();
        return known.length == 0
                ? new Ratio(Double.NaN, Double.NaN, Double.NaN)
                : new Ratio(median(known), known[0], known[known.length - 1]);
    }

    /** The middle, or the mean of the two in the middle; not a number when there is none. */
    static double median(double[] values) {
        if (values.length == 0) {
            return Double.NaN;
        }
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    @Override
    public String toString() {
        return Double.isNaN(median) ? "n/a" : String.format(Locale.ROOT, "%.2f (%.2f–%.2f)", median, lowest, highest);
    }
}

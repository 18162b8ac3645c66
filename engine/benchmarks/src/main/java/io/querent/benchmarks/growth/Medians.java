package io.querent.benchmarks.growth;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** The samples of one curve, put together over all rounds. */
final class Medians {
    private final List<Sample> samples;

    Medians(List<Sample> samples) {
        this.samples = samples;
    }

    /** A point, over all rounds. */
    record Place(String series, double x, List<Sample> samples) {
        double median(ToDoubleFunction<Sample> figure) {
            double[] sorted = sorted(figure);
            int middle = sorted.length / 2;
            return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
        }

        double lowest(ToDoubleFunction<Sample> figure) {
            return sorted(figure)[0];
        }

        double highest(ToDoubleFunction<Sample> figure) {
            return sorted(figure)[samples.size() - 1];
        }

        private double[] sorted(ToDoubleFunction<Sample> figure) {
            double[] values = samples.stream().mapToDouble(figure).toArray();
            Arrays.sort(values);
            return values;
        }
    }

    List<String> series() {
        return samples.stream().map(Sample::series).distinct().sorted().toList();
    }

    /** The places of one series, by what grows. */
    List<Place> places(String series) {
        List<Sample> own =
                samples.stream().filter(each -> each.series().equals(series)).toList();
        return own.stream()
                .map(Sample::x)
                .distinct()
                .sorted(Comparator.naturalOrder())
                .map(x -> new Place(
                        series, x, own.stream().filter(each -> each.x() == x).toList()))
                .toList();
    }
}

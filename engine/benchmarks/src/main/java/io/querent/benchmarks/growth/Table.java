package io.querent.benchmarks.growth;

import io.querent.benchmarks.growth.Medians.Place;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;

/** A curve as a table in Markdown: medians over all rounds, and the range of the first figure. */
final class Table {
    private Table() {}

    static String of(GrowthResults results) {
        Curve curve = results.curve();
        List<Figure> figures = Figure.of(curve);
        Medians medians = new Medians(results.samples());
        StringBuilder text = new StringBuilder("| " + curve.what() + " | |");
        figures.forEach(figure -> text.append(' ').append(figure.title()).append(" |"));
        text.append(" range |\n|---|---|")
                .append("---|".repeat(figures.size() + 1))
                .append('\n');
        for (String series : medians.series()) {
            for (Place place : medians.places(series)) {
                row(text, place, figures);
            }
        }
        return text.toString();
    }

    private static void row(StringBuilder text, Place place, List<Figure> figures) {
        text.append("| ")
                .append(plain(place.x()))
                .append(" | ")
                .append(place.series())
                .append(" |");
        for (Figure figure : figures) {
            text.append(' ').append(figure.text(place.median(figure.value()))).append(" |");
        }
        Figure first = figures.get(0);
        text.append(' ')
                .append(first.text(place.lowest(first.value())))
                .append('–')
                .append(first.text(place.highest(first.value())))
                .append(" |\n");
    }

    private static String plain(double x) {
        return x == Math.rint(x)
                ? String.format(Locale.ROOT, "%,d", (long) x)
                : BigDecimal.valueOf(x).stripTrailingZeros().toPlainString();
    }
}

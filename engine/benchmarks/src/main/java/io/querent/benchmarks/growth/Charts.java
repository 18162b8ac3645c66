package io.querent.benchmarks.growth;

import io.querent.benchmarks.growth.Medians.Place;
import java.awt.Color;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.style.Styler;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** Draws a curve: what is done in a second, how long it takes, and what it costs, side by side in one picture. */
final class Charts {
    private static final int WIDTH = 480;
    private static final int HEIGHT = 380;

    /** Above the highest point. */
    private static final double MARGIN = 1.1;

    private Charts() {}

    /** One of the charts: figures that share an axis. */
    private record Panel(String axis, boolean logarithmic, List<Figure> figures) {}

    /** @param file its name without ending; {@code .png} is added */
    static void draw(GrowthResults results, Path file) throws IOException {
        System.setProperty("java.awt.headless", "true");
        List<XYChart> charts = new ArrayList<>();
        for (Panel panel : panels(results.curve())) {
            charts.add(chart(results, panel));
        }
        BitmapEncoder.saveBitmap(charts, 1, charts.size(), file.toString(), BitmapEncoder.BitmapFormat.PNG);
    }

    private static List<Panel> panels(Curve curve) {
        Panel latency = new Panel("latency in ms", true, List.of(Figure.P50, Figure.P99));
        Panel cpu = new Panel("CPU seconds for 1,000 sagas", false, List.of(Figure.JVM_CPU, Figure.SERVER_CPU));
        Panel log = new Panel("WAL bytes a saga", false, List.of(Figure.WAL, Figure.FULL_PAGES));
        return switch (curve) {
            case FINISHED -> List.of(throughput(Figure.SAGAS), latency, log);
            case IN_FLIGHT, PROCESSES -> List.of(throughput(Figure.SAGAS), latency, cpu);
            case PAYLOAD ->
                List.of(throughput(Figure.SAGAS), latency, new Panel("WAL bytes a saga", true, List.of(Figure.WAL)));
            case STEPS ->
                List.of(throughput(Figure.STEPS), latency, new Panel("CPU ms a step", false, List.of(Figure.STEP_CPU)));
            case RATE ->
                List.of(new Panel("cores", true, List.of(Figure.JVM_CORES, Figure.SERVER_CORES)), latency, log);
        };
    }

    private static Panel throughput(Figure figure) {
        return new Panel(figure.title(), false, List.of(figure));
    }

    private static XYChart chart(GrowthResults results, Panel panel) {
        XYChart chart = new XYChartBuilder()
                .width(WIDTH)
                .height(HEIGHT)
                .title(panel.axis())
                .xAxisTitle(results.curve().what())
                .build();
        style(chart, results.curve(), panel);
        if (results.curve().scale() == Curve.Scale.LINEAR) {
            // Room for the last point's label.
            chart.getStyler()
                    .setXAxisMax(MARGIN
                            * results.samples().stream()
                                    .mapToDouble(Sample::x)
                                    .max()
                                    .orElse(1));
        }
        Medians medians = new Medians(results.samples());
        double highest = 0;
        double lowest = Double.MAX_VALUE;
        for (String series : medians.series()) {
            List<Place> places = medians.places(series);
            double[] x = places.stream().mapToDouble(Place::x).toArray();
            for (Figure figure : panel.figures()) {
                double[] y = places.stream()
                        .mapToDouble(place -> place.median(figure.value()))
                        .toArray();
                if (isDrawable(y)) {
                    chart.addSeries(name(series, medians, figure, panel), x, y).setMarker(SeriesMarkers.CIRCLE);
                    highest = Math.max(highest, Arrays.stream(y).max().orElse(0));
                    lowest = Math.min(lowest, Arrays.stream(y).min().orElse(lowest));
                }
            }
        }
        if (panel.logarithmic() && highest > 0) {
            // Whole powers of ten, as only those are labelled.
            chart.getStyler().setYAxisMin(Math.pow(10, Math.floor(Math.log10(lowest))));
            chart.getStyler().setYAxisMax(Math.pow(10, Math.ceil(Math.log10(highest))));
        } else {
            chart.getStyler().setYAxisMin(0.0).setYAxisMax(highest * MARGIN);
        }
        return chart;
    }

    private static String name(String series, Medians medians, Figure figure, Panel panel) {
        if (panel.figures().size() == 1) {
            return series;
        }
        return medians.series().size() == 1 ? figure.title() : figure.title() + ", " + series;
    }

    private static void style(XYChart chart, Curve curve, Panel panel) {
        chart.getStyler()
                .setXAxisLogarithmic(curve.scale() == Curve.Scale.LOGARITHMIC)
                .setYAxisLogarithmic(panel.logarithmic())
                .setLegendPosition(Styler.LegendPosition.OutsideS)
                .setLegendLayout(Styler.LegendLayout.Vertical)
                .setLegendBorderColor(Color.WHITE)
                .setChartBackgroundColor(Color.WHITE)
                .setPlotBorderVisible(false);
        chart.getStyler().setXAxisDecimalPattern("#,###.#");
    }

    private static boolean isDrawable(double[] values) {
        for (double value : values) {
            if (!Double.isFinite(value)) {
                return false;
            }
        }
        return true;
    }
}

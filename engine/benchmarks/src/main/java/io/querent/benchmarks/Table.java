package io.querent.benchmarks;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Rows of text, each column as wide as it has to be. Not thread-safe. */
final class Table {
    private static final String GAP = "  ";

    private final int textColumns;
    private final List<List<String>> rows = new ArrayList<>();

    /** @param textColumns how many columns are aligned left; the rest are figures and are aligned right */
    Table(int textColumns) {
        this.textColumns = textColumns;
    }

    Table row(List<String> cells) {
        rows.add(List.copyOf(cells));
        return this;
    }

    List<String> lines() {
        int columns = rows.stream().mapToInt(List::size).max().orElse(0);
        int[] widths = IntStream.range(0, columns).map(this::width).toArray();
        return rows.stream().map(row -> line(row, widths)).toList();
    }

    private int width(int column) {
        return rows.stream()
                .filter(row -> column < row.size())
                .mapToInt(row -> row.get(column).length())
                .max()
                .orElse(1);
    }

    private String line(List<String> row, int[] widths) {
        return IntStream.range(0, row.size())
                .mapToObj(column -> cell(row.get(column), column, widths[column]))
                .collect(Collectors.joining(GAP))
                .stripTrailing();
    }

    private String cell(String text, int column, int width) {
        String format = "%" + (column < textColumns ? "-" : "") + Math.max(1, width) + "s";
        return String.format(Locale.ROOT, format, text);
    }
}

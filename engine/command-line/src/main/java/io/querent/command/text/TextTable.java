package io.querent.command.text;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** Rows of text in columns that are as wide as their widest cell. Numbers stand to the right. Not thread-safe. */
public final class TextTable {
    private static final String GAP = "  ";
    private static final String NUMBER = "[-+]?[0-9][0-9,]*(\\.[0-9]+)?( (ms|s))?";

    private final List<List<String>> rows = new ArrayList<>();

    /** Adds a row; rows may be of different length. */
    public TextTable row(String... cells) {
        rows.add(Arrays.stream(cells).map(TextTable::oneLine).toList());
        return this;
    }

    /** A stranger's text may not move the cursor or begin a line: it could look like another row. */
    private static String oneLine(String cell) {
        StringBuilder line = new StringBuilder(cell.length());
        cell.codePoints()
                .map(point -> Character.isISOControl(point) || point == 0x2028 || point == 0x2029 ? ' ' : point)
                .forEach(line::appendCodePoint);
        return line.toString();
    }

    /** The lines, without blanks at their ends. */
    public List<String> lines() {
        List<Integer> widths = new ArrayList<>();
        for (List<String> row : rows) {
            for (int column = 0; column < row.size(); column++) {
                if (column == widths.size()) {
                    widths.add(0);
                }
                widths.set(column, Math.max(widths.get(column), row.get(column).length()));
            }
        }
        return rows.stream().map(row -> line(row, widths)).toList();
    }

    @Override
    public String toString() {
        return String.join("\n", lines());
    }

    private static String line(List<String> row, List<Integer> widths) {
        List<String> cells = new ArrayList<>();
        for (int column = 0; column < row.size(); column++) {
            String cell = row.get(column);
            String padding = String.join("", Collections.nCopies(widths.get(column) - cell.length(), " "));
            cells.add(cell.matches(NUMBER) ? padding + cell : cell + padding);
        }
        return String.join(GAP, cells).stripTrailing();
    }
}

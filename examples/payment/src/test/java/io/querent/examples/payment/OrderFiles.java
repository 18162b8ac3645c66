package io.querent.examples.payment;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Writes order files. */
final class OrderFiles {
    static final String HEADER = "\"order_id\";\"account_id\";\"bank_to\";\"account_to\";\"amount\";\"k_symbol\"";

    private OrderFiles() {}

    /** An order that no other number shares a field with. */
    static String order(int number) {
        return String.format(
                Locale.ROOT,
                "%d;%d;\"%c%c\";\"%08d\";%d.%02d;\"SIPO\"",
                7000 + number,
                100 + number / 2,
                'A' + number % 26,
                'Z' - number % 26,
                80_000_000 + number,
                100 + number,
                number % 100);
    }

    static List<String> orders(int count) {
        List<String> lines = new ArrayList<>(List.of(HEADER));
        for (int number = 1; number <= count; number++) {
            lines.add(order(number));
        }
        return lines;
    }

    static Path write(Path file, List<String> lines) throws IOException {
        return Files.write(file, lines);
    }
}

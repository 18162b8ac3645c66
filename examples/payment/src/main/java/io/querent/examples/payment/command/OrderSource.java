package io.querent.examples.payment.command;

import io.querent.examples.payment.order.OrderFileException;
import io.querent.examples.payment.order.OrderReader;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** The order file that was named, or the sample that comes with the program. */
record OrderSource(@Nullable Path file) {
    private static final String SAMPLE = "/io/querent/examples/payment/orders.csv";

    OrderReader open() throws IOException, OrderFileException {
        return OrderReader.open(stream());
    }

    /** How many lines follow the header, at most {@code limit}: for a progress that knows its end. */
    long countLines(int limit) throws IOException {
        try (InputStream bytes = new BufferedInputStream(stream())) {
            long lines = 0;
            int last = '\n';
            for (int next = bytes.read(); next >= 0; next = bytes.read()) {
                lines += last == '\n' ? 1 : 0;
                last = next;
            }
            return Math.min(limit, Math.max(0, lines - 1));
        }
    }

    private InputStream stream() throws IOException {
        if (file != null) {
            return Files.newInputStream(file);
        }
        InputStream sample = OrderSource.class.getResourceAsStream(SAMPLE);
        if (sample == null) {
            throw new IOException("the sample orders are not on the class path");
        }
        return sample;
    }
}

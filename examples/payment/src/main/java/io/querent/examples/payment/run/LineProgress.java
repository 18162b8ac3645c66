package io.querent.examples.payment.run;

import io.querent.examples.payment.run.PaymentWatch.Standings;
import java.time.Duration;
import java.util.Locale;
import java.util.function.Consumer;

/** A line now and then, for logs and files. */
final class LineProgress implements Console.Progress {
    private static final Duration EVERY = Duration.ofSeconds(2);

    private final Consumer<String> lines;
    private final long total;
    private final String what;
    private long nextAt = System.nanoTime();

    LineProgress(Consumer<String> lines, long total, String what) {
        this.what = what;
        this.lines = lines;
        this.total = total;
    }

    @Override
    public void accept(Standings standings) {
        long now = System.nanoTime();
        if (now - nextAt >= 0) {
            nextAt = now + EVERY.toNanos();
            lines.accept(String.format(
                    Locale.ROOT,
                    "%,d of %,d %s settled, %,d under way",
                    standings.ended() + standings.inReview(),
                    Math.max(total, standings.all()),
                    what,
                    standings.underWay()));
        }
    }

    @Override
    public void close() {
        // Nothing is left on the screen that would have to go.
    }
}

package io.querent.examples.payment.run;

import io.querent.examples.payment.run.PaymentWatch.Standings;
import java.io.PrintStream;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/** A moving bar, for terminals. */
final class BarProgress implements Console.Progress {
    /** Fits a terminal of the usual width, whose real one would take native code to find out. */
    private static final int WIDTH = 79;

    private static final int REDRAW_MILLIS = 200;

    private final ProgressBar bar;

    BarProgress(PrintStream terminal, long total, String what) {
        this.bar = new ProgressBarBuilder()
                .setTaskName(what)
                .setInitialMax(total)
                .setStyle(ProgressBarStyle.ASCII)
                .setUpdateIntervalMillis(REDRAW_MILLIS)
                .setConsumer(new ConsoleProgressBarConsumer(terminal, WIDTH))
                .showSpeed()
                .build();
    }

    @Override
    public void accept(Standings standings) {
        bar.maxHint(Math.max(bar.getMax(), standings.all()));
        bar.stepTo(standings.ended() + standings.inReview());
        bar.setExtraMessage(" " + standings.underWay() + " under way");
    }

    @Override
    public void close() {
        bar.close();
    }
}

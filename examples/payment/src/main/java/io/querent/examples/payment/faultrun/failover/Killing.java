package io.querent.examples.payment.faultrun.failover;

import io.querent.examples.payment.faultrun.cluster.Member;
import io.querent.examples.payment.faultrun.cluster.PatroniCluster;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Kills primaries, one after the other, each time when the cluster is whole and payments flow. */
final class Killing {
    private static final Duration ELECTION = Duration.ofMinutes(3);
    private static final Duration WHOLE = Duration.ofMinutes(5);
    private static final Duration FLOW = Duration.ofMinutes(2);
    private static final Duration SILENCE = Duration.ofSeconds(1);
    /** Payments of all kinds and ages are to be under way when the next primary dies. */
    private static final Duration CALM = Duration.ofSeconds(10);

    private static final int FLOWING = 20;
    private static final long LOOK_EVERY_MILLIS = 50;

    private final PatroniCluster cluster;
    private final Pulse pulse;
    private final Consumer<String> notices;

    /** @param notices told what is done */
    Killing(PatroniCluster cluster, Pulse pulse, Consumer<String> notices) {
        this.cluster = cluster;
        this.pulse = pulse;
        this.notices = notices;
    }

    /** Kills so many. Returns when the cluster is whole again after the last. */
    List<Failover> kill(int count) throws IOException, InterruptedException {
        List<Failover> failovers = new ArrayList<>();
        awaitFlow();
        for (int number = 1; number <= count; number++) {
            pause(CALM);
            failovers.add(killPrimary(number));
        }
        return failovers;
    }

    private Failover killPrimary(int number) throws IOException, InterruptedException {
        cluster.awaitWhole(WHOLE);
        Member killed = cluster.leader()
                .orElseThrow(() -> new IOException("there is no primary to be killed, though the cluster was whole"));
        notices.accept("kill " + number + ": " + killed.name());
        long at = System.nanoTime();
        cluster.kill(killed);
        Member successor = cluster.awaitLeaderOtherThan(killed, ELECTION);
        Duration electedAfter = since(at);
        notices.accept("        " + successor.name() + " leads");
        awaitFlow();
        cluster.restart(killed);
        cluster.awaitWhole(WHOLE);
        Failover failover = new Failover(
                killed.name(),
                successor.name(),
                cluster.timeline(),
                electedAfter,
                pulse.silences(at, SILENCE),
                since(at));
        notices.accept("        resumed after " + failover.resumedAfter().toMillis() + " ms; whole again after "
                + failover.wholeAfter().toSeconds() + " s");
        return failover;
    }

    private void awaitFlow() throws IOException, InterruptedException {
        int enough = pulse.count() + FLOWING;
        long end = System.nanoTime() + FLOW.toNanos();
        while (pulse.count() < enough) {
            if (System.nanoTime() - end > 0) {
                throw new IOException("no payments are stored any more, for " + FLOW);
            }
            pause(Duration.ofMillis(LOOK_EVERY_MILLIS));
        }
    }

    private static Duration since(long nanos) {
        return Duration.ofNanos(System.nanoTime() - nanos);
    }

    private static void pause(Duration length) throws InterruptedException {
        boolean unused = new CountDownLatch(1).await(length.toMillis(), TimeUnit.MILLISECONDS);
    }
}

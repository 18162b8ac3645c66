package io.querent.examples.payment.faultrun.failover;

import io.querent.examples.payment.faultrun.cluster.ClusterPrograms;
import io.querent.examples.payment.faultrun.cluster.ClusterTiming;
import io.querent.examples.payment.faultrun.cluster.PatroniCluster;
import io.querent.examples.payment.faultrun.load.Load;
import io.querent.examples.payment.faultrun.load.Orders;
import io.querent.examples.payment.faultrun.site.ClusterSite;
import io.querent.examples.payment.faultrun.verdict.Settlement;
import io.querent.examples.payment.faultrun.verdict.Verdict;
import io.querent.examples.payment.faults.Faults;
import io.querent.examples.payment.ledger.Accounts;
import io.querent.runtime.EngineSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * One run: a cluster is built, three nodes pay all the time, and the primary is killed again and again; when everything has settled
 * the books are held against the sagas.
 *
 * @param seed of orders and of the bank's own faults
 * @param kills how many primaries are killed, one after the other
 * @param ratePerSecond new payments
 * @param settle how long everything may take to settle after the last kill
 * @param bankFaults what the bank does wrong by itself
 * @param timing how soon the cluster notices
 */
record FailoverRun(long seed, int kills, int ratePerSecond, Duration settle, String bankFaults, ClusterTiming timing) {
    static final int NODES = 3;
    /** As long as Querent's own default. */
    static final Duration LEASE = EngineSettings.forNode("any").lease();

    private static final int MOST_KILLS = 100;
    private static final int MOST_A_SECOND = 1_000;
    /** For holds of compliance: more orders than a run of so many kills gives. */
    private static final int MOST_SECONDS_A_KILL = 600;

    /** @throws IllegalArgumentException when a value makes no sense */
    FailoverRun {
        if (kills < 1 || kills > MOST_KILLS) {
            throw new IllegalArgumentException("there must be 1 to " + MOST_KILLS + " kills, not " + kills);
        }
        if (ratePerSecond < 1 || ratePerSecond > MOST_A_SECOND) {
            throw new IllegalArgumentException(
                    "the rate must be 1 to " + MOST_A_SECOND + " payments a second, not " + ratePerSecond);
        }
        var unused = Faults.parse(bankFaults, seed);
    }

    /**
     * Runs.
     *
     * @param directory for data and logs, empty or absent; must be open to the user of the cluster
     * @param notices told what is done
     * @throws IOException when something could not be started, or has not come back
     */
    FailoverReport in(Path directory, ClusterPrograms programs, Consumer<String> notices)
            throws IOException, InterruptedException {
        Faults faults = Faults.parse(bankFaults, seed);
        Orders orders = new Orders(seed);
        PatroniCluster cluster = PatroniCluster.open(programs, directory.resolve("cluster"), timing);
        notices.accept("the cluster works");
        try (ClusterSite site = ClusterSite.open(directory, cluster, faults.bankOptions())) {
            prepare(site, orders, faults);
            try (Load load = new Load(orders, ratePerSecond, site.nodes(), node -> {})) {
                Pulse pulse = new Pulse(load);
                site.startNodes(NODES, options -> options.withLease(LEASE), pulse);
                notices.accept("all nodes work");
                load.start();
                List<Failover> failovers = new Killing(cluster, pulse, notices).kill(kills);
                return conclude(site, load, pulse, failovers, programs, notices);
            }
        }
    }

    private void prepare(ClusterSite site, Orders orders, Faults faults) {
        Accounts accounts = new Accounts(JdbcClient.create(site.database()));
        accounts.open(orders.ofEveryAccount());
        accounts.hold(
                orders.held(kills * MOST_SECONDS_A_KILL * ratePerSecond, faults), "under investigation by compliance");
    }

    private FailoverReport conclude(
            ClusterSite site,
            Load load,
            Pulse pulse,
            List<Failover> failovers,
            ClusterPrograms programs,
            Consumer<String> notices)
            throws IOException, InterruptedException {
        load.stopIssuing();
        notices.accept("no new payments");
        List<String> problems = new ArrayList<>();
        boolean answered = load.awaitAnswers(settle);
        if (!answered || !new Settlement(site.database(), site.bank().books()).await(settle, LEASE)) {
            problems.add("UNSETTLED after " + settle.toSeconds() + " s");
        }
        if (pulse.nodesEnded() > 0) {
            problems.add("ENDED nodes; expected=0, found=" + pulse.nodesEnded());
        }
        return FailoverReport.of(
                new FailoverReport.Course(this, programs.versions(), failovers, pulse.count(), load.repeats()),
                Verdict.of(site, load),
                problems);
    }
}

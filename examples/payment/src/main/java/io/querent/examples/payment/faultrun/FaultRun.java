package io.querent.examples.payment.faultrun;

import io.querent.examples.payment.faultrun.load.Load;
import io.querent.examples.payment.faultrun.load.Orders;
import io.querent.examples.payment.faultrun.node.NodeOptions;
import io.querent.examples.payment.faultrun.proxy.Proxy;
import io.querent.examples.payment.faultrun.proxy.Side;
import io.querent.examples.payment.faultrun.site.NodeChild;
import io.querent.examples.payment.faultrun.site.Site;
import io.querent.examples.payment.faultrun.site.WrongClock;
import io.querent.examples.payment.faultrun.storm.Storm;
import io.querent.examples.payment.faultrun.storm.StormPlan;
import io.querent.examples.payment.faultrun.verdict.FaultReport;
import io.querent.examples.payment.faultrun.verdict.Settlement;
import io.querent.examples.payment.faultrun.verdict.Takeovers;
import io.querent.examples.payment.faultrun.verdict.Verdict;
import io.querent.examples.payment.faults.Faults;
import io.querent.examples.payment.ledger.Accounts;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * One run: the site is built, payments are started all the time while it storms, and when everything has settled the books are held
 * against the sagas.
 *
 * @param seed of everything that is drawn: injections, orders, the bank's own faults
 * @param storm how long it storms
 * @param ratePerSecond new payments
 * @param settle how long everything may take to settle after the storm
 * @param bankFaults what the bank does wrong by itself
 */
public record FaultRun(long seed, Duration storm, int ratePerSecond, Duration settle, String bankFaults) {
    private static final int NODES = 3;

    /** @throws IllegalArgumentException when a value makes no sense */
    public FaultRun {
        if (storm.isNegative() || storm.compareTo(Duration.ofDays(7)) > 0) {
            throw new IllegalArgumentException("the storm must last 0 to 7 days, not " + storm);
        }
        if (ratePerSecond < 1 || ratePerSecond > 1_000) {
            throw new IllegalArgumentException("the rate must be 1 to 1000 payments a second, not " + ratePerSecond);
        }
    }

    /**
     * Runs.
     *
     * @param directory for data and logs, empty or absent
     * @param notices told what is done
     * @throws IOException when something could not be started, or has not come back
     */
    public FaultReport in(Path directory, Consumer<String> notices) throws IOException, InterruptedException {
        Faults faults = Faults.parse(bankFaults, seed);
        Orders orders = new Orders(seed);
        try (Site site = Site.open(directory, NODES, faults.bankOptions())) {
            prepare(site, orders, faults);
            Takeovers takeovers = new Takeovers(site::database);
            try (Load load = new Load(orders, ratePerSecond, site.nodes(), takeovers::ended)) {
                startNodes(site, load);
                notices.accept("all nodes work");
                load.start();
                Storm weather = new Storm(site, new StormPlan(seed, NODES, NodeOptions.STORM_LEASE), notices);
                weather.rage(storm, new CountDownLatch(1));
                notices.accept("the storm is over");
                return conclude(site, load, weather, takeovers);
            }
        }
    }

    private void prepare(Site site, Orders orders, Faults faults) {
        Accounts accounts = new Accounts(JdbcClient.create(site.database()));
        accounts.open(orders.ofEveryAccount());
        int most = Math.toIntExact(storm.toSeconds() + 1) * ratePerSecond;
        accounts.hold(orders.held(most, faults), "under investigation by compliance");
    }

    private static void startNodes(Site site, Load load) throws IOException, InterruptedException {
        for (int node = 0; node < NODES; node++) {
            NodeChild unused = site.addNode(node, UnaryOperator.identity(), load);
        }
        for (NodeChild node : site.nodes()) {
            site.awaitReady(node);
        }
    }

    private FaultReport conclude(Site site, Load load, Storm weather, Takeovers takeovers)
            throws IOException, InterruptedException {
        load.stopIssuing();
        boolean answered = load.awaitAnswers(settle);
        List<String> problems = new ArrayList<>();
        if (!site.bank().awaitReady(settle)) {
            problems.add("BANK not ready");
        }
        if (!answered || !new Settlement(site.database(), site.bank().books()).await(settle, NodeOptions.STORM_LEASE)) {
            problems.add("UNSETTLED after " + settle.toSeconds() + " s");
        }
        return FaultReport.of(
                new FaultReport.Course(
                        seed,
                        storm,
                        injections(weather),
                        weather.kills(),
                        load.repeats(),
                        cuts(site),
                        WrongClock.isPossible()),
                Verdict.of(site, load),
                takeovers,
                problems);
    }

    private static Map<String, Integer> injections(Storm weather) {
        Map<String, Integer> counted = new LinkedHashMap<>();
        weather.done().forEach((kind, count) -> counted.put(kind.label(), count));
        return counted;
    }

    private static Map<String, Integer> cuts(Site site) {
        int before = 0;
        int after = 0;
        for (int node = 0; node < NODES; node++) {
            Proxy proxy = site.bankProxy(node);
            before += proxy.count(Side.BEFORE);
            after += proxy.count(Side.AFTER);
        }
        Map<String, Integer> cuts = new LinkedHashMap<>();
        cuts.put("commits lost on their way", site.databaseProxy().count(Side.BEFORE));
        cuts.put("answers to commits lost", site.databaseProxy().count(Side.AFTER));
        cuts.put("bank requests lost on their way", before);
        cuts.put("bank answers lost", after);
        return cuts;
    }
}

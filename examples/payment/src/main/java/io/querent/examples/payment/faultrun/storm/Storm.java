package io.querent.examples.payment.faultrun.storm;

import io.querent.examples.payment.faultrun.proxy.Proxy;
import io.querent.examples.payment.faultrun.proxy.Side;
import io.querent.examples.payment.faultrun.site.NodeChild;
import io.querent.examples.payment.faultrun.site.Site;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** Carries a plan out. What is killed comes back by itself, so it never waits for more than that. Not thread-safe. */
public final class Storm {
    /** Long, because a busy machine starts processes slowly, and a run that gives up says nothing about the engine. */
    private static final Duration RETURN = Duration.ofMinutes(5);

    private static final Duration AT_WORK = Duration.ofSeconds(1);
    private static final long LOOK_EVERY_MILLIS = 20;

    private final Site site;
    private final StormPlan plan;
    private final Consumer<String> notices;
    private final Map<Kind, Integer> done = new EnumMap<>(Kind.class);
    private final List<Process> stops = new ArrayList<>();

    /** @param notices told what is done */
    public Storm(Site site, StormPlan plan, Consumer<String> notices) {
        this.site = site;
        this.plan = plan;
        this.notices = notices;
    }

    /**
     * Lets it storm for {@code length}, then lets nodes that are stopped go on.
     *
     * @param stop ends it at once when counted down
     */
    public void rage(Duration length, CountDownLatch stop) throws IOException, InterruptedException {
        long begun = System.nanoTime();
        long due = 0;
        while (true) {
            Injection injection = plan.next();
            due += injection.after().toNanos();
            if (due > length.toNanos()) {
                break;
            }
            // One that takes its time delays the next, not all that follow.
            if (stop.await(due - (System.nanoTime() - begun), TimeUnit.NANOSECONDS)) {
                break;
            }
            inject(injection);
            done.merge(injection.kind(), 1, Integer::sum);
        }
        boolean unused = stop.await(length.toNanos() - (System.nanoTime() - begun), TimeUnit.NANOSECONDS);
        calm();
    }

    /** How often what was done. */
    public Map<Kind, Integer> done() {
        return new EnumMap<>(done);
    }

    /** How many processes were ended by SIGKILL. */
    public int kills() {
        return done.entrySet().stream()
                .filter(each -> each.getKey().isKill())
                .mapToInt(Map.Entry::getValue)
                .sum();
    }

    private void inject(Injection injection) throws IOException, InterruptedException {
        Kind kind = injection.kind();
        NodeChild node = kind.isOfNode() ? working(injection.node()) : null;
        notices.accept(kind.label() + (node == null ? "" : " " + node.name()));
        if (node != null) {
            inject(injection, node);
        } else {
            injectBeside(kind);
        }
    }

    private void inject(Injection injection, NodeChild node) throws IOException {
        switch (injection.kind()) {
            case KILL_NODE, WRONG_CLOCK -> node.kill(injection.clockOffset());
            case STOP_NODE -> stops.add(node.stopFor(injection.length()));
            case DRAIN_NODE -> node.drain();
            case CUT_BEFORE_BANK -> cut(wayToBank(node), Side.BEFORE);
            case CUT_AFTER_BANK -> cut(wayToBank(node), Side.AFTER);
            default -> throw new IllegalStateException(injection.kind() + " is not done to a node");
        }
    }

    private void injectBeside(Kind kind) throws IOException, InterruptedException {
        switch (kind) {
            case CUT_BEFORE_COMMIT -> cut(site.databaseProxy(), Side.BEFORE);
            case CUT_AFTER_COMMIT -> cut(site.databaseProxy(), Side.AFTER);
            case CUT_DATABASE -> site.databaseProxy().cutAll();
            case RESTART_DATABASE -> site.restartDatabase();
            case KILL_DATABASE -> site.killDatabase();
            case RESTART_BANK -> {
                await("the bank", () -> site.bank().hasWorkedFor(AT_WORK));
                site.bank().restart();
            }
            case KILL_BANK -> {
                await("the bank", () -> site.bank().hasWorkedFor(AT_WORK));
                site.bank().kill();
            }
            default -> throw new IllegalStateException(kind + " is done to a node");
        }
    }

    /** Does not wait for the moment: it comes with the next commit or call. */
    private static void cut(Proxy proxy, Side side) {
        var unused = proxy.cut(side);
    }

    private Proxy wayToBank(NodeChild node) {
        return site.bankProxy(site.nodes().indexOf(node));
    }

    /** That node, or the next that has been at work for a while: what has just begun cannot lose much. */
    private NodeChild working(int first) throws IOException, InterruptedException {
        List<NodeChild> nodes = site.nodes();
        await("a node", () -> nodes.stream().anyMatch(node -> node.hasWorkedFor(AT_WORK)));
        for (int next = first; next < first + nodes.size(); next++) {
            NodeChild node = nodes.get(next % nodes.size());
            if (node.hasWorkedFor(AT_WORK)) {
                return node;
            }
        }
        return nodes.get(first);
    }

    private static void await(String what, BooleanSupplier condition) throws IOException, InterruptedException {
        CountDownLatch never = new CountDownLatch(1);
        long end = System.nanoTime() + RETURN.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - end > 0) {
                throw new IOException(what + " has not come back within " + RETURN);
            }
            boolean unused = never.await(LOOK_EVERY_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    private void calm() throws InterruptedException {
        site.databaseProxy().disarm();
        for (int node = 0; node < site.nodes().size(); node++) {
            site.bankProxy(node).disarm();
        }
        for (Process stop : stops) {
            stop.waitFor();
        }
    }
}

package io.querent.examples.payment.faultrun.load;

import io.querent.examples.payment.faultrun.site.NodeChild;
import io.querent.examples.payment.order.PaymentOrder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * Gives orders to the nodes at a steady rate. An order whose answer does not come, because its node died, froze or could not say, is
 * given again, to another node and under the same number, until it is known to be stored. Thread-safe.
 */
public final class Load implements NodeChild.Listener, AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(3);
    private static final Duration SHORT_PAUSE = Duration.ofMillis(100);
    private static final long TICK_MILLIS = 20;
    /** As many may be without an answer; beyond that the load waits, as callers would. */
    private static final int MOST_OPEN = 300;

    private final Orders orders;
    private final int ratePerSecond;
    private final List<NodeChild> nodes;
    private final Consumer<String> onEnd;
    private final Map<String, Open> open = new ConcurrentHashMap<>();
    private final Set<String> stored = ConcurrentHashMap.newKeySet();
    private final Map<String, String> refused = new ConcurrentHashMap<>();
    private final AtomicLong repeats = new AtomicLong();
    private final CountDownLatch closing = new CountDownLatch(1);
    private final Thread thread = new Thread(this::run, "load");
    private volatile boolean issuing = true;
    private volatile int issued;
    private int turn;

    /**
     * An order without an answer.
     *
     * @param givenAt when it was last given to a node, in nanoseconds
     * @param unclear whether that node is known not to answer
     */
    private record Open(PaymentOrder order, long givenAt, boolean unclear) {}

    /**
     * A load that begins with {@link #start}.
     *
     * @param nodes who is given orders; may grow until the load starts
     * @param onEnd told the name of a node whose process has ended
     */
    public Load(Orders orders, int ratePerSecond, List<NodeChild> nodes, Consumer<String> onEnd) {
        this.orders = orders;
        this.ratePerSecond = ratePerSecond;
        this.nodes = nodes;
        this.onEnd = onEnd;
    }

    public void start() {
        thread.setDaemon(true);
        thread.start();
    }

    /** Gives no new orders any more; those without an answer are still given again. */
    public void stopIssuing() {
        issuing = false;
    }

    /** Waits until every order is known to be stored or refused; returns whether that is so. */
    public boolean awaitAnswers(Duration limit) throws InterruptedException {
        long end = System.nanoTime() + limit.toNanos();
        while (!open.isEmpty() && System.nanoTime() - end < 0) {
            boolean unused = closing.await(TICK_MILLIS, TimeUnit.MILLISECONDS);
        }
        return open.isEmpty();
    }

    /** How many different orders were given to nodes. */
    public int issued() {
        return issued;
    }

    /** How many times an order was given again. */
    public long repeats() {
        return repeats.get();
    }

    /** Every order that was given to a node, whatever came of it. */
    public List<PaymentOrder> given() {
        List<PaymentOrder> all = new ArrayList<>(issued);
        for (int number = 0; number < issued; number++) {
            all.add(orders.order(number));
        }
        return all;
    }

    /** Whether a node said that the order's payment is stored. */
    public boolean isAcknowledged(String orderId) {
        return stored.contains(orderId);
    }

    /** Orders that nobody has answered for. */
    public List<String> unanswered() {
        return open.keySet().stream().sorted().toList();
    }

    /** Orders that were refused, with what was said. There is nothing wrong with any of them, so there should be none. */
    public Map<String, String> refused() {
        return Map.copyOf(refused);
    }

    @Override
    public void stored(String orderId) {
        stored.add(orderId);
        open.remove(orderId);
    }

    @Override
    public void unclear(String orderId) {
        open.computeIfPresent(orderId, (id, given) -> new Open(given.order(), given.givenAt(), true));
    }

    @Override
    public void refused(String orderId, String reason) {
        if (open.remove(orderId) != null) {
            refused.put(orderId, reason);
        }
    }

    @Override
    public void ended(String node) {
        onEnd.accept(node);
    }

    @Override
    public void close() {
        closing.countDown();
        try {
            thread.join();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        long begun = System.nanoTime();
        long due = 0;
        try {
            while (!closing.await(TICK_MILLIS, TimeUnit.MILLISECONDS)) {
                long wanted = (System.nanoTime() - begun)
                        * ratePerSecond
                        / Duration.ofSeconds(1).toNanos();
                while (issuing && due < wanted) {
                    due++;
                    if (open.size() < MOST_OPEN) {
                        give(orders.order(issued++));
                    }
                }
                giveAgain();
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void give(PaymentOrder order) {
        open.put(order.orderId(), new Open(order, System.nanoTime(), false));
        if (!isHeard(order)) {
            unclear(order.orderId());
        }
    }

    private void giveAgain() {
        long now = System.nanoTime();
        for (Open each : List.copyOf(open.values())) {
            boolean again = now - each.givenAt() > (each.unclear() ? SHORT_PAUSE : PATIENCE).toNanos();
            // An answer may come in between: then the order is no longer open and this changes nothing.
            if (again && open.replace(each.order().orderId(), each, new Open(each.order(), now, false))) {
                if (isHeard(each.order())) {
                    repeats.incrementAndGet();
                } else {
                    unclear(each.order().orderId());
                }
            }
        }
    }

    /** Gives the order to the next node that works. Returns false when there is none. */
    private boolean isHeard(PaymentOrder order) {
        for (int tries = 0; tries < nodes.size(); tries++) {
            turn = (turn + 1) % nodes.size();
            if (nodes.get(turn).pay(order)) {
                return true;
            }
        }
        return false;
    }
}

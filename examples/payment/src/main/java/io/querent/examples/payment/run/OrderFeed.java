package io.querent.examples.payment.run;

import io.querent.examples.payment.order.OrderLine;
import io.querent.examples.payment.order.OrderReader;
import io.querent.examples.payment.order.PaymentOrder;
import io.querent.examples.payment.report.Intake;
import io.querent.examples.payment.service.PaymentDesk;
import io.querent.runtime.EngineUnavailableException;
import io.querent.runtime.OperationKeyConflictException;
import io.querent.runtime.SagaHandle;
import io.querent.saga.QuerentException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/**
 * Turns the lines of an order file into sagas, a batch at a time, and never more than so many under way at a time: what is not started
 * yet waits in the file, not in memory. Used once, by one thread.
 */
public final class OrderFeed {
    private static final int BATCH = 50;

    private final PaymentDesk desk;
    private final PaymentWatch watch;
    private final Consumer<String> complaints;

    private int read;
    private int refused;
    private int conflicting;
    private int started;
    private int replayed;

    /** @param complaints told of every line that becomes no payment */
    public OrderFeed(PaymentDesk desk, PaymentWatch watch, Consumer<String> complaints) {
        this.desk = desk;
        this.watch = watch;
        this.complaints = complaints;
    }

    /** An order whose start has been asked for. */
    private record Begun(OrderLine.Accepted line, CompletionStage<SagaHandle> handle) {}

    /**
     * Feeds orders until the file or the limit ends, or nothing moves any more.
     *
     * @param limit of lines read
     * @param inFlight of payments under way at a time
     * @param patience for how long nothing at all may happen
     */
    public Intake feed(OrderReader orders, int limit, int inFlight, Duration patience)
            throws IOException, InterruptedException {
        boolean more = true;
        while (more) {
            int room = watch.awaitFewerThan(inFlight, patience);
            if (room == 0) {
                break;
            }
            int wanted = Math.min(Math.min(BATCH, room), limit - read);
            List<OrderLine.Accepted> batch = new ArrayList<>();
            more = take(orders, wanted, batch);
            start(batch);
        }
        return new Intake(read, refused, conflicting, started, replayed);
    }

    /** Takes the next lines. Returns whether there may be more. */
    private boolean take(OrderReader orders, int wanted, List<OrderLine.Accepted> batch) throws IOException {
        for (int taken = 0; taken < wanted; taken++) {
            Optional<OrderLine> line = orders.next();
            if (line.isEmpty()) {
                return false;
            }
            read++;
            if (line.get() instanceof OrderLine.Accepted accepted) {
                batch.add(accepted);
            } else if (line.get() instanceof OrderLine.Refused wrong) {
                refused++;
                complaints.accept(wrong.message());
            }
        }
        return wanted > 0;
    }

    private void start(List<OrderLine.Accepted> batch) {
        if (batch.isEmpty()) {
            return;
        }
        desk.prepare(batch.stream().map(OrderLine.Accepted::order).toList());
        List<Begun> begun = batch.stream()
                .map(line -> new Begun(line, desk.payAsync(line.order())))
                .toList();
        begun.forEach(this::settle);
    }

    private void settle(Begun begun) {
        try {
            SagaHandle handle = handleOf(begun);
            watch.expect(handle.key());
            if (handle.isNew()) {
                started++;
            } else {
                replayed++;
            }
        } catch (OperationKeyConflictException conflict) {
            conflicting++;
            complaints.accept("line " + begun.line().number() + ", order_id: found \""
                    + begun.line().order().orderId()
                    + "\", which was used before for another order, expected an id of its own or the same order again");
        }
    }

    /** A start that came to nothing for want of the database is asked for again, under the same key. */
    private SagaHandle handleOf(Begun begun) {
        try {
            return begun.handle().toCompletableFuture().join();
        } catch (CompletionException failed) {
            if (failed.getCause() instanceof OperationKeyConflictException conflict) {
                throw conflict;
            } else if (failed.getCause() instanceof QuerentException) {
                return again(begun.line().order());
            }
            throw failed;
        }
    }

    private SagaHandle again(PaymentOrder order) {
        try {
            return desk.pay(order);
        } catch (EngineUnavailableException unavailable) {
            complaints.accept("order " + order.orderId() + " waits for the database: " + unavailable.getMessage());
            return desk.pay(order);
        }
    }
}

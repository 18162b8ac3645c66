package io.querent.postgres.cases;

import io.querent.postgres.cases.ScriptedBank.Booking;
import io.querent.postgres.cases.ScriptedBank.Payment;
import io.querent.saga.Call;
import io.querent.saga.Outcome;
import io.querent.saga.QueryResult;
import java.io.IOException;
import java.net.ConnectException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A bank that is down at first, and takes so many requests a second afterwards, questions among them; it turns the others away with a 503
 * that proves that it did nothing. Every so many payments it books are followed by a lost answer. Thread-safe.
 */
final class RationedBank {
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    private final Arrivals arrivals = new Arrivals();
    private final Map<String, Booking> books = new ConcurrentHashMap<>();
    private final AtomicInteger effects = new AtomicInteger();
    private final AtomicInteger turnedAway = new AtomicInteger();
    private final int perSecond;
    private final int answersLostEvery;
    private volatile boolean up;

    RationedBank(int perSecond, int answersLostEvery) {
        this.perSecond = perSecond;
        this.answersLostEvery = answersLostEvery;
    }

    void comeUp() {
        up = true;
    }

    Outcome<Booking> send(Call call, Payment payment) throws IOException {
        boolean tooMany = arrivals.add(System.nanoTime(), up) > perSecond;
        if (!up) {
            throw new ConnectException("Connection refused");
        }
        if (tooMany) {
            turnedAway.incrementAndGet();
            return Outcome.notExecuted("503", "too many requests");
        }
        Booking booking = books.computeIfAbsent(call.operationKey().value(), key -> {
            effects.incrementAndGet();
            return new Booking(key, payment.amount());
        });
        if (effects.get() % answersLostEvery == 0) {
            throw new IOException("Connection reset");
        }
        return Outcome.succeeded(booking);
    }

    QueryResult<Booking> ask(Call call) throws IOException {
        boolean tooMany = arrivals.add(System.nanoTime(), up) > perSecond;
        if (!up) {
            throw new ConnectException("Connection refused");
        }
        if (tooMany) {
            turnedAway.incrementAndGet();
            return QueryResult.unavailable("503");
        }
        Booking booking = books.get(call.operationKey().value());
        return booking == null ? QueryResult.notFound() : QueryResult.found(booking);
    }

    Arrivals arrivals() {
        return arrivals;
    }

    int effects() {
        return effects.get();
    }

    int turnedAway() {
        return turnedAway.get();
    }

    /** When requests came. */
    static final class Arrivals {
        private final List<Long> down = new ArrayList<>();
        private final List<Long> up = new ArrayList<>();

        /** Returns how many came within the second that ends now. */
        synchronized int add(long now, boolean isUp) {
            (isUp ? up : down).add(now);
            return within(up, now);
        }

        synchronized int whileDown() {
            return down.size();
        }

        synchronized int whileUp() {
            return up.size();
        }

        /** The most that came within any second. */
        synchronized int mostWhileDown() {
            return most(down);
        }

        synchronized int mostWhileUp() {
            return most(up);
        }

        /** How many came within so many seconds of the first one that found the bank up. */
        synchronized long firstWhileUp(int seconds) {
            return up.stream().filter(at -> at - up.get(0) < seconds * SECOND).count();
        }

        private static int most(List<Long> times) {
            return times.stream().mapToInt(at -> within(times, at)).max().orElse(0);
        }

        private static int within(List<Long> times, long end) {
            int count = 0;
            for (int i = times.size() - 1; i >= 0 && end - times.get(i) < SECOND; i--) {
                count += times.get(i) <= end ? 1 : 0;
            }
            return count;
        }
    }
}

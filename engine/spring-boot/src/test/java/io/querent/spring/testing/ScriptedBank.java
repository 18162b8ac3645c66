package io.querent.spring.testing;

import io.querent.saga.Call;
import io.querent.saga.Outcome;
import io.querent.saga.QueryResult;
import java.math.BigDecimal;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/** A bank with books of its own that answers as it is told to. */
public final class ScriptedBank {
    private final Map<String, BigDecimal> books = new ConcurrentHashMap<>();
    private final AtomicInteger sends = new AtomicInteger();
    private volatile Manner manner = Manner.ANSWERS;
    private volatile CountDownLatch answers = new CountDownLatch(0);

    /** How the bank behaves. */
    public enum Manner {
        ANSWERS,
        /** Books, and does not answer. */
        LOSES_ANSWERS,
        /** Cannot be reached. */
        UNREACHABLE
    }

    /** What the bank keeps of a transfer. */
    public record Receipt(String key, BigDecimal amount) {}

    public void behave(Manner next) {
        manner = next;
    }

    /** Calls wait until the latch is down. */
    public void waitFor(CountDownLatch latch) {
        answers = latch;
    }

    public Outcome<Receipt> transfer(Call call, BigDecimal amount) throws InterruptedException {
        sends.incrementAndGet();
        if (manner == Manner.UNREACHABLE) {
            return Outcome.notExecuted("unreachable", "connect refused");
        }
        answers.await();
        books.put(call.downstreamKey(), amount);
        if (manner == Manner.LOSES_ANSWERS) {
            return Outcome.unknown("read timed out");
        }
        return Outcome.succeeded(new Receipt(call.downstreamKey(), amount));
    }

    public QueryResult<Receipt> find(Call call) {
        BigDecimal amount = books.get(call.downstreamKey());
        return amount == null ? QueryResult.notFound() : QueryResult.found(new Receipt(call.downstreamKey(), amount));
    }

    public Map<String, BigDecimal> books() {
        return Map.copyOf(books);
    }

    /** How often it was called. */
    public int sends() {
        return sends.get();
    }
}

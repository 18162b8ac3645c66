package io.querent.testkit.bank;

import io.querent.saga.Call;
import io.querent.saga.OperationKey;
import io.querent.saga.Outcome;
import io.querent.saga.QueryResult;
import io.querent.testkit.store.TestClock;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A downstream that does what the script says and books what it was made to do, for tests of any saga: reached by method call, or by HTTP
 * at {@link #url}. Without a script it books every request and answers every question truthfully. Thread-safe.
 *
 * <pre>{@code
 * bank.next("transfer", apply(), reset());           // done, and the answer is lost
 * ...
 * assertThat(bank.effects(key)).isEqualTo(1);
 * assertThat(bank.keys("transfer")).hasSize(1);
 * }</pre>
 */
public final class FakeBank implements AutoCloseable {
    private static final Duration LOOK_AT_CLOCK = Duration.ofMillis(5);
    private static final List<SendWord> BOOK = List.of();

    private final InstantSource clock;
    private final Books books;
    private final Tally tally = new Tally();
    private final Script<List<SendWord>> sends = new Script<>();
    private final Script<QueryWord> queries = new Script<>();
    private final CountDownLatch closing = new CountDownLatch(1);
    private @Nullable BankServer server;

    private FakeBank(InstantSource clock, Books books) {
        this.clock = clock;
        this.books = books;
    }

    /** A bank that honours keys and whose books show at once. */
    public static FakeBank by(InstantSource clock) {
        return new FakeBank(clock, new Books(true, Duration.ZERO));
    }

    /** A bank that treats every send as new. */
    public static FakeBank ignoringKeys(InstantSource clock) {
        return new FakeBank(clock, new Books(false, Duration.ZERO));
    }

    /**
     * A bank whose books show late to those who ask.
     *
     * @param visibilityLag how long after it was booked an effect is not found
     */
    public static FakeBank lagging(InstantSource clock, boolean honoursKeys, Duration visibilityLag) {
        return new FakeBank(clock, new Books(honoursKeys, visibilityLag));
    }

    /** The next send of whatever operation is treated so; to be said once for each send. */
    public FakeBank next(SendWord... words) {
        sends.next(null, List.of(words));
        return this;
    }

    /** The next send of that operation is treated so. */
    public FakeBank next(String operation, SendWord... words) {
        sends.next(operation, List.of(words));
        return this;
    }

    /** Every send of that operation for which nothing else is said is treated so. */
    public FakeBank always(String operation, SendWord... words) {
        sends.always(operation, List.of(words));
        return this;
    }

    /** The next question, about whatever operation, is answered so. */
    public FakeBank next(QueryWord word) {
        queries.next(null, word);
        return this;
    }

    /** The next question about that operation is answered so. */
    public FakeBank next(String operation, QueryWord word) {
        queries.next(operation, word);
        return this;
    }

    /** Every question about that operation for which nothing else is said is answered so. */
    public FakeBank always(String operation, QueryWord word) {
        queries.always(operation, word);
        return this;
    }

    /** One send, as a step's call makes it. */
    public Outcome<Booking> send(Call call) throws IOException, InterruptedException {
        String body = new String(call.requestBody(), StandardCharsets.UTF_8);
        return MethodFace.outcome(send(call.downstreamKey(), call.operationKey().operation(), body));
    }

    /** One question, as a step's query asks it. */
    public QueryResult<Booking> ask(Call call) throws InterruptedException {
        return MethodFace.result(ask(call.downstreamKey(), call.operationKey().operation()));
    }

    /**
     * Where the bank is reached by HTTP, on a port of its own: {@code POST /operations} with the header {@code Idempotency-Key} sends,
     * {@code GET /operations/<key>} asks. 200 with a booking, 202 accepted, 404 not known, 422 declined.
     */
    public synchronized URI url() {
        if (server == null) {
            server = BankServer.start(this);
        }
        return server.url();
    }

    /** What was accepted under the key is done now. */
    public synchronized void complete(OperationKey key) {
        String request = books.acceptedRequest(key.value())
                .orElseThrow(() -> new IllegalStateException("nothing is pending under " + key));
        books.apply(key.value(), request, clock.instant());
    }

    /** What was accepted under the key is refused now. */
    public synchronized void refuse(OperationKey key, String code) {
        books.decline(key.value(), code);
    }

    /** How often it was really done. */
    public int effects(OperationKey key) {
        return effects(key.value());
    }

    /** How often what was sent under the key was really done. */
    public synchronized int effects(String key) {
        books.arrive(clock.instant());
        return books.effects(key);
    }

    /** Sends that arrived under the key. */
    public int sends(OperationKey key) {
        return tally.sends(key.value());
    }

    /** Questions that were asked about the key. */
    public int queries(OperationKey key) {
        return tally.queries(key.value());
    }

    /** Different request bodies that arrived under the key. */
    public int bytes(OperationKey key) {
        return tally.bodies(key.value());
    }

    /** All keys under which the operation was ever sent. */
    public Set<String> keys(String operation) {
        return tally.keys(operation);
    }

    /** Ends calls that hang, and the HTTP server. */
    @Override
    public void close() {
        closing.countDown();
        synchronized (this) {
            if (server != null) {
                server.close();
            }
        }
    }

    Reaction send(String key, String operation, String body) throws InterruptedException {
        tally.sent(key, body);
        List<SendWord> words = sends.poll(operation, BOOK);
        for (SendWord word : words) {
            if (word instanceof SendWord.Hang hang) {
                waitFor(hang.time());
            } else if (word instanceof SendWord.Run run) {
                run.action().run();
            } else {
                Reaction reaction = obey(word, key, body);
                if (reaction != null) {
                    return reaction;
                }
            }
        }
        boolean isHeldUp = words.stream().anyMatch(SendWord.Late.class::isInstance);
        return isHeldUp ? new Reaction.Nothing() : book(key, body);
    }

    Reaction ask(String key, String operation) throws InterruptedException {
        tally.asked(key);
        QueryWord word = queries.poll(operation, QueryWord.truth());
        if (word instanceof QueryWord.Found found) {
            return new Reaction.Booked(found.booking());
        } else if (word instanceof QueryWord.NotFound) {
            return new Reaction.Unknown();
        } else if (word instanceof QueryWord.Failed failed) {
            return new Reaction.Status(failed.status());
        } else if (word instanceof QueryWord.TimedOut) {
            closing.await();
            return new Reaction.Nothing();
        }
        return truth(key);
    }

    private synchronized Reaction truth(String key) {
        Instant now = clock.instant();
        books.arrive(now);
        return books.asked(key, now);
    }

    private synchronized Reaction book(String key, String body) {
        books.arrive(clock.instant());
        return books.known(key).orElseGet(() -> new Reaction.Booked(books.apply(key, body, clock.instant())));
    }

    /** Returns the answer; null where the word is none. */
    private synchronized @Nullable Reaction obey(SendWord word, String key, String body) {
        books.arrive(clock.instant());
        if (word instanceof SendWord.Apply) {
            books.apply(key, body, clock.instant());
        } else if (word instanceof SendWord.Late late) {
            books.holdUp(key, body, clock.instant().plus(late.after()));
        } else if (word instanceof SendWord.Reset) {
            return new Reaction.Nothing();
        } else if (word instanceof SendWord.Http http) {
            return new Reaction.Status(http.status());
        } else if (word instanceof SendWord.Decline decline) {
            books.decline(key, decline.code());
            return new Reaction.Declined(decline.code());
        } else if (word instanceof SendWord.Pending) {
            return new Reaction.Accepted(books.accept(key, body));
        }
        return null;
    }

    private void waitFor(Duration time) throws InterruptedException {
        Instant end = clock.instant().plus(time);
        if (clock instanceof TestClock settable) {
            try (TestClock.Appointment unused = settable.until(end)) {
                waitUntil(end);
            }
        } else {
            waitUntil(end);
        }
    }

    private void waitUntil(Instant end) throws InterruptedException {
        while (clock.instant().isBefore(end) && !closing.await(LOOK_AT_CLOCK.toMillis(), TimeUnit.MILLISECONDS)) {
            // The clock may be moved at any time, and tells nobody.
        }
    }
}

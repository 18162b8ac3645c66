package io.querent.postgres.cases;

import io.querent.saga.Call;
import io.querent.saga.Outcome;
import io.querent.saga.QueryResult;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** A downstream that does what the script says, and books what it was made to do. Counts are by operation key. Thread-safe. */
final class ScriptedBank {
    /** What a payment asks for. */
    record Payment(String account, BigDecimal amount) {}

    /** What was booked. */
    record Booking(String reference, BigDecimal amount) {}

    /** How one send is treated. */
    @FunctionalInterface
    interface Treatment {
        Outcome<Booking> send(ScriptedBank bank, Call call, Payment payment) throws Exception;
    }

    /** How one question is answered. */
    @FunctionalInterface
    interface Answer {
        QueryResult<Booking> ask(ScriptedBank bank, Call call) throws Exception;
    }

    private final Map<String, Booking> books = new ConcurrentHashMap<>();
    private final Map<String, AtomicInteger> effects = new ConcurrentHashMap<>();
    private final Map<String, AtomicInteger> sends = new ConcurrentHashMap<>();
    private final Map<String, AtomicInteger> queries = new ConcurrentHashMap<>();
    private final Map<String, Set<String>> bodies = new ConcurrentHashMap<>();
    private final Queue<Treatment> treatments = new ConcurrentLinkedQueue<>();
    private final Queue<Answer> answers = new ConcurrentLinkedQueue<>();

    /** The next send that comes is treated so; later ones are applied. */
    ScriptedBank next(Treatment treatment) {
        treatments.add(treatment);
        return this;
    }

    /** The next question that comes is answered so; later ones truthfully. */
    ScriptedBank answer(Answer answer) {
        answers.add(answer);
        return this;
    }

    Outcome<Booking> send(Call call, Payment payment) throws Exception {
        count(sends, call);
        bodies.computeIfAbsent(call.operationKey().value(), key -> ConcurrentHashMap.newKeySet())
                .add(new String(call.requestBody(), StandardCharsets.UTF_8));
        Treatment treatment = treatments.poll();
        return treatment == null ? apply(call, payment) : treatment.send(this, call, payment);
    }

    QueryResult<Booking> ask(Call call) throws Exception {
        count(queries, call);
        Answer answer = answers.poll();
        return answer == null ? truth(call) : answer.ask(this, call);
    }

    /** Books the payment once per key. */
    Outcome<Booking> apply(Call call, Payment payment) {
        String key = call.operationKey().value();
        Booking booking = books.computeIfAbsent(key, unused -> {
            effects.computeIfAbsent(key, none -> new AtomicInteger()).incrementAndGet();
            return new Booking("ref-" + key, payment.amount());
        });
        return Outcome.succeeded(booking);
    }

    QueryResult<Booking> truth(Call call) {
        Booking booking = books.get(call.operationKey().value());
        return booking == null ? QueryResult.notFound() : QueryResult.found(booking);
    }

    int effects(String key) {
        return of(effects, key);
    }

    int sends(String key) {
        return of(sends, key);
    }

    int queries(String key) {
        return of(queries, key);
    }

    int distinctBodies(String key) {
        return bodies.getOrDefault(key, Set.of()).size();
    }

    /** All keys that any send ever carried. */
    Set<String> keys() {
        return Set.copyOf(sends.keySet());
    }

    int totalSends() {
        return sends.values().stream().mapToInt(AtomicInteger::get).sum();
    }

    private static void count(Map<String, AtomicInteger> counts, Call call) {
        counts.computeIfAbsent(call.operationKey().value(), key -> new AtomicInteger())
                .incrementAndGet();
    }

    private static int of(Map<String, AtomicInteger> counts, String key) {
        AtomicInteger count = counts.get(key);
        return count == null ? 0 : count.get();
    }
}

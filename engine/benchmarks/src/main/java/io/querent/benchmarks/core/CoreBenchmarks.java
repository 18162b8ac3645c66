package io.querent.benchmarks.core;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.querent.benchmarks.core.StandardJob.Turn;
import io.querent.decision.Decision;
import io.querent.decision.Evolution;
import io.querent.decision.SagaEvent;
import io.querent.decision.SagaState;
import io.querent.runtime.codec.EncodedEvent;
import io.querent.runtime.codec.EventCodec;
import io.querent.runtime.codec.PayloadCodec;
import io.querent.saga.canonical.CanonicalJson;
import io.querent.saga.canonical.RequestHash;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.Blackhole;

/** What JMH runs. The whole job is what a saga costs in the core; the parts say where that goes. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class CoreBenchmarks {
    private final StandardJob job = StandardJob.completed();
    private final Turn start = job.turns().get(0);
    private final Turn firstAttempt = job.attempt("reserve");
    private final Turn firstOutcome = job.outcome("reserve");
    private final Turn secondOutcome = job.outcome("pay");
    private final Turn lastOutcome = job.outcome("confirm");
    private final List<Turn> all = job.turns();
    private final List<SagaEvent> history = job.history();
    private final EventCodec events = new EventCodec();
    private final PayloadCodec payloads = new PayloadCodec();
    private final List<EncodedEvent> stored =
            history.stream().map(events::encode).toList();
    private final byte[] input = StandardJob.INPUT.getBytes(UTF_8);

    /** A saga is started. */
    @Benchmark
    public Decision decideStart() {
        return start.decide();
    }

    /** The intent to call the first step. */
    @Benchmark
    public Decision decideAttempt() {
        return firstAttempt.decide();
    }

    /** The first step has succeeded. */
    @Benchmark
    public Decision decideOutcomeOfFirst() {
        return firstOutcome.decide();
    }

    /** The second step has succeeded. */
    @Benchmark
    public Decision decideOutcomeOfSecond() {
        return secondOutcome.decide();
    }

    /** The third step has succeeded, and with it the saga. */
    @Benchmark
    public Decision decideOutcomeOfLast() {
        return lastOutcome.decide();
    }

    /** All commands of a saga. */
    @Benchmark
    public void decideWholeJob(Blackhole hole) {
        for (Turn turn : all) {
            hole.consume(turn.decide());
        }
    }

    /** The state of an ended saga, from its history. */
    @Benchmark
    public @Nullable SagaState evolveWholeHistory() {
        return Evolution.replay(history);
    }

    /** All events of a saga, written. */
    @Benchmark
    public void encodeWholeHistory(Blackhole hole) {
        for (SagaEvent event : history) {
            hole.consume(events.encode(event));
        }
    }

    /** All events of a saga, read. */
    @Benchmark
    public void decodeWholeHistory(Blackhole hole) {
        for (EncodedEvent event : stored) {
            hole.consume(events.decode(event));
        }
    }

    /** The input as JSON. */
    @Benchmark
    public String writeInput() {
        return payloads.writeInput("input", StandardJob.ORDER);
    }

    /** The input in canonical form. */
    @Benchmark
    public byte[] canonicalInput() {
        return CanonicalJson.canonicalise(input);
    }

    /** The input in canonical form, hashed. */
    @Benchmark
    public RequestHash hashInput() {
        return RequestHash.of(input);
    }
}

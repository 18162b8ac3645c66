package io.querent.testkit.scenario;

import io.querent.saga.SagaDefinition;
import io.querent.testkit.bank.QueryWord;
import io.querent.testkit.bank.SendWord;
import io.querent.testkit.engine.CrashPoint;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A unit test of a saga, in milliseconds: the real decision core and the definition's own requests, conditions, choices, items and
 * {@code matches}, with downstreams that do what the script says, in the words of {@link io.querent.testkit.bank.FakeBank}.
 *
 * <pre>{@code
 * SagaTest.of(PAYMENT)
 *         .given(order)
 *         .next("transfer", apply(), reset())
 *         .when().start().advance(Duration.ofMinutes(10))
 *         .then().status(COMPLETED).effects("transfer", 1).sends("transfer", 1);
 * }</pre>
 *
 * <p>Values go through JSON as they do in production. Not thread-safe.
 *
 * @param <I> type of the saga's input
 */
public final class SagaTest<I> {
    private final SagaDefinition<I> definition;
    private final Downstreams downstreams;
    private Instant beginning = Instant.parse("2026-01-05T09:00:00Z");
    private boolean real;
    private @Nullable I input;
    private @Nullable When<I> when;
    private final CrashPlan crashes = new CrashPlan();

    private SagaTest(SagaDefinition<I> definition) {
        this.definition = definition;
        this.downstreams = new Downstreams(definition);
    }

    /** A test of {@code definition}. Without a script every call succeeds and every question is answered truthfully. */
    public static <I> SagaTest<I> of(SagaDefinition<I> definition) {
        return new SagaTest<>(definition);
    }

    /** The saga's input. */
    public SagaTest<I> given(I value) {
        this.input = value;
        return this;
    }

    /** When the test begins; Monday, 5 January 2026, 9:00 UTC otherwise. */
    public SagaTest<I> beginning(Instant time) {
        this.beginning = time;
        return this;
    }

    /** The next send of that operation is treated so; to be said once for each send. */
    public SagaTest<I> next(String operation, SendWord... words) {
        downstreams.of(operation).next(List.of(words));
        return this;
    }

    /** Every send of that operation for which nothing else is said is treated so. */
    public SagaTest<I> always(String operation, SendWord... words) {
        downstreams.of(operation).always(List.of(words));
        return this;
    }

    /** The next question about that operation is answered so. */
    public SagaTest<I> next(String operation, QueryWord word) {
        downstreams.of(operation).nextAnswer(word);
        return this;
    }

    /** Every question about that operation for which nothing else is said is answered so. */
    public SagaTest<I> always(String operation, QueryWord word) {
        downstreams.of(operation).alwaysAnswer(word);
        return this;
    }

    /** What the operation results in where it is done. Not needed for results of type {@code Done} and {@code String}. */
    public SagaTest<I> answers(String operation, Object result) {
        return answersBy(operation, Object.class, request -> result);
    }

    /** What the operation results in where it is done, by its request. */
    public <Q> SagaTest<I> answersBy(String operation, Class<Q> requestType, Function<Q, ?> result) {
        downstreams.of(operation).answers(request -> Objects.requireNonNull(result.apply(requestType.cast(request))));
        return this;
    }

    /** The definition's own actions and queries are called, on the test's thread, instead of scripted downstreams. */
    public SagaTest<I> callingForReal() {
        this.real = true;
        return this;
    }

    /** The owner dies when it comes to this point for that operation; another takes over when its lease has run out, after 15 s. */
    public SagaTest<I> crashAt(CrashPoint point, String operation) {
        downstreams.of(operation);
        crashes.at(point, operation);
        return this;
    }

    /** What happens. */
    public When<I> when() {
        if (when == null) {
            Performer performer = real ? new RealCalls(downstreams) : downstreams;
            Stage<I> stage = new Stage<>(definition, downstreams, performer, crashes, beginning);
            when = new When<>(this, stage, input);
        }
        return when;
    }

    /** What must be so now. */
    public Then<I> then() {
        return when().then();
    }
}

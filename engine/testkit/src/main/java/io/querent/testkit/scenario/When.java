package io.querent.testkit.scenario;

import io.querent.decision.Authority;
import io.querent.decision.Decision;
import io.querent.decision.OperatorDecision;
import io.querent.decision.QueryAnswer;
import io.querent.decision.SagaCommand;
import io.querent.runtime.work.Foresight;
import io.querent.saga.Amount;
import io.querent.saga.QueryResult;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What happens to the saga under test. Everything that is due at a time is done before a method returns. What the saga refuses stays
 * without effect and is told by {@link Then#refused} and in the history of a failing expectation. Not thread-safe.
 *
 * @param <I> type of the saga's input
 */
public final class When<I> {
    private final SagaTest<I> test;
    private final Stage<I> stage;
    private final @Nullable I input;
    private final Then<I> then;
    private int messages;
    private @Nullable Decision last;

    When(SagaTest<I> test, Stage<I> stage, @Nullable I input) {
        this.test = test;
        this.stage = stage;
        this.input = input;
        this.then = new Then<>(this, stage);
    }

    /** The saga is started, and runs as far as it gets without time passing. */
    public When<I> start() {
        if (input == null) {
            throw new IllegalStateException("QRT-8052 the saga has no input; say given(…) before when()");
        }
        stage.start(input);
        return this;
    }

    /** Time passes, from one due time to the next. */
    public When<I> advance(Duration by) {
        stage.advance(by);
        return this;
    }

    /** Time passes until the saga has ended, or nothing more happens by itself: it waits for a person or for somebody outside. */
    public When<I> finish() {
        stage.finish();
        return this;
    }

    /** A downstream tells, unasked, what became of an operation. */
    public When<I> callback(String operation, QueryResult<?> told) {
        return callback(operation, told, "message-" + ++messages);
    }

    /** The same as the message of that id, which may come again. */
    public When<I> callback(String operation, QueryResult<?> told, String messageId) {
        QueryAnswer answer = Answers.of(stage.payloads(), operation, told);
        return submit(new SagaCommand.RecordCallback(operation, messageId, "test", answer, Stage.HALF, stage.now()));
    }

    /** The word comes that a step waits for. */
    public When<I> signal(String step, Object word) {
        return callback(step, QueryResult.found(word));
    }

    /** What a downstream had accepted is done now; nobody tells. */
    public When<I> complete(String operation, Object result) {
        stage.downstreams().of(operation).apply(stage.payloads().write("result of " + operation, result));
        return this;
    }

    /** What a downstream had accepted is refused now; nobody tells. */
    public When<I> refuse(String operation, String code) {
        stage.downstreams().of(operation).decline(code);
        return this;
    }

    /** A person approves. */
    public When<I> approve(String step) {
        return decide(new OperatorDecision.Approve(step));
    }

    /** A person says no. */
    public When<I> decline(String step) {
        return decide(new OperatorDecision.Decline(step));
    }

    /** A person, or a service of yours, cancels the saga. */
    public When<I> cancel() {
        return decide(new OperatorDecision.Cancel());
    }

    /** A person stops the saga. */
    public When<I> pause() {
        return decide(new OperatorDecision.Pause());
    }

    /** A person lets the saga go on. */
    public When<I> resume() {
        return decide(new OperatorDecision.Resume());
    }

    /** A person drives the saga forward again from a step. */
    public When<I> redrive(String step) {
        return decide(new OperatorDecision.Redrive(step));
    }

    /** A person has one step made good for. */
    public When<I> compensateStep(String step) {
        return decide(new OperatorDecision.CompensateStep(step));
    }

    /** A person has a part of one step made good for. */
    public When<I> compensatePart(String step, Amount amount) {
        return decide(new OperatorDecision.CompensatePart(step, amount));
    }

    /** A person who has seen all there is decides anything else. */
    public When<I> decide(OperatorDecision decision) {
        Authority authority =
                new Authority("tester", "the test wants it", stage.state().version(), "request-" + ++messages);
        return submit(new Foresight(stage.payloads())
                .command(stage.definition(), stage.state(), decision, authority, stage.now()));
    }

    /** The owner dies at once; another takes over when its lease has run out, after 15 s. */
    public When<I> crash() {
        stage.crash();
        return this;
    }

    private When<I> submit(SagaCommand command) {
        last = stage.submit(command);
        return this;
    }

    /** What came of the latest command from outside; null when there was none. */
    @Nullable
    Decision last() {
        return last;
    }

    /** More to be said of downstreams before it goes on. */
    public SagaTest<I> given() {
        return test;
    }

    /** What must be so now. */
    public Then<I> then() {
        return then;
    }
}

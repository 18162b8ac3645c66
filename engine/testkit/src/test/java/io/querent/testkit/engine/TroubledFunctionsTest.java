package io.querent.testkit.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.querent.decision.Authority;
import io.querent.decision.OperationStatus;
import io.querent.decision.OperatorDecision;
import io.querent.decision.SagaStatus;
import io.querent.runtime.Receipt;
import io.querent.runtime.SagaHandle;
import io.querent.runtime.journal.Reviews;
import io.querent.saga.Done;
import io.querent.saga.Downstream;
import io.querent.saga.OperationBuilder;
import io.querent.saga.Outcome;
import io.querent.saga.QuerentException;
import io.querent.saga.QueryResult;
import io.querent.saga.Saga;
import io.querent.saga.SagaBuilder;
import io.querent.saga.SagaDefinition;
import io.querent.saga.StepBuilder;
import io.querent.saga.StepHandle;
import io.querent.testkit.bank.Booking;
import io.querent.testkit.bank.FakeBank;
import io.querent.testkit.bank.SendWord;
import java.time.Duration;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Functions of the user's that fail, whatever they throw, and sagas that belong to others. */
class TroubledFunctionsTest {
    private static final StepHandle<Booking> PAY = StepHandle.of("pay", Booking.class);
    private static final StepHandle<String> WORD = StepHandle.of("word", String.class);

    private final TestStore store = TestStore.inMemory();
    private final FakeBank bank = FakeBank.by(store.clock());

    @AfterEach
    void close() {
        bank.close();
        store.close();
    }

    private static SagaBuilder<String> saga(String name) {
        return Saga.define(name, String.class).businessKey(number -> number);
    }

    private SagaBuilder<String> pays(SagaBuilder<String> saga, StepHandle<Booking> step) {
        return saga.step(step, one -> paying(one));
    }

    private OperationBuilder<String, String, Booking> paying(StepBuilder<String, Booking> step) {
        return paying(step, number -> number);
    }

    private OperationBuilder<String, String, Booking> paying(
            StepBuilder<String, Booking> step, UnaryOperator<String> request) {
        return step.downstream(Downstream.named("bank")
                        .honoursOperationKey(Duration.ofHours(24))
                        .visibleWithin(Duration.ofMinutes(1))
                        .build())
                .request(String.class, saga -> request.apply(saga.input()))
                .call((call, number) -> bank.send(call))
                .query((call, number) -> bank.ask(call))
                .matchesByKeyAlone("the bank of this test is ours")
                .compensate(
                        Done.class,
                        undo -> undo.request(String.class, (saga, booking) -> booking.reference())
                                .call((call, reference) -> bank.send(call) instanceof Outcome.Succeeded
                                        ? Outcome.done()
                                        : Outcome.unknown("no answer"))
                                .query((call, reference) -> bank.ask(call) instanceof QueryResult.Found
                                        ? QueryResult.found(Done.DONE)
                                        : QueryResult.notFound())
                                .matchesByKeyAlone("the bank of this test is ours"));
    }

    @Test
    void anErrorOfAConditionIsReviewedAndTheAnswerBeforeItIsKept() {
        SagaDefinition<String> definition = pays(saga("error"), PAY)
                .step(
                        "next",
                        Booking.class,
                        step -> paying(step.after(PAY).onlyIf("it works", view -> {
                            throw new NoClassDefFoundError("gone");
                        })))
                .build();
        TestEngine engine = store.node("a", definition);

        SagaHandle saga = engine.start(definition, "1");
        engine.await(saga, SagaStatus.IN_REVIEW);

        assertThat(engine.state(saga).statusOf("pay")).isEqualTo(OperationStatus.SUCCEEDED);
        assertThat(engine.engine().reviews().open(Reviews.Page.first(10)))
                .singleElement()
                .satisfies(review -> assertThat(review.detail()).contains("NoClassDefFoundError"));
    }

    @Test
    void cancellingGivesUpWhatCouldNotBeBuilt() {
        SagaDefinition<String> definition = pays(saga("unbuilt"), PAY)
                .step(
                        "next",
                        Booking.class,
                        step -> paying(step.after(PAY), number -> {
                            throw new AssertionError("not this one");
                        }))
                .build();
        TestEngine engine = store.node("a", definition);
        SagaHandle saga = engine.start(definition, "1");
        engine.await(saga, SagaStatus.IN_REVIEW);

        engine.engine().cancel(saga.key(), "ann", "customer left", "r-1");

        assertThat(engine.await(saga).status()).isEqualTo(SagaStatus.COMPENSATED);
        assertThat(bank.effects(saga.key().operation("pay.undo"))).isEqualTo(1);
    }

    @Test
    void aWordSettlesTheCaseOfAWaitWhoseDefaultFailed() {
        SagaDefinition<String> definition = saga("default")
                .await(
                        WORD,
                        wait -> wait.otherwise(view -> {
                                    throw new IllegalStateException("no default");
                                })
                                .within(Duration.ofMinutes(1)))
                .build();
        TestEngine engine = store.node("a", definition);
        SagaHandle saga = engine.start(definition, "1");
        engine.advance(Duration.ofMinutes(2));
        engine.await(saga, SagaStatus.IN_REVIEW);

        assertThat(engine.engine().signal(saga.key(), WORD, "m", "shop", "yes").state())
                .isEqualTo(Receipt.State.APPLIED);

        assertThat(engine.await(saga).status()).isEqualTo(SagaStatus.COMPLETED);
        assertThat(engine.await(saga).result(WORD)).contains("yes");
    }

    @Test
    void aChildIsUndoneAndRedrivenThroughItsParentOnly() {
        SagaDefinition<String> child = pays(saga("child"), PAY).build();
        SagaDefinition<String> parent = saga("parent")
                .child(WORD, child, view -> "of-" + view.input(), step -> step.result(view -> "done"))
                .build();
        TestEngine engine = store.node("a", child, parent);
        SagaHandle good = engine.start(parent, "good");
        engine.advance(Duration.ofMinutes(1));
        assertThat(engine.await(good).status()).isEqualTo(SagaStatus.COMPLETED);
        SagaHandle undone = engine.engine().find(child.keyOf("of-good")).orElseThrow();

        Receipt refused =
                engine.engine().decide(undone.key(), new OperatorDecision.Compensate(), authority(undone, "r-1"));
        assertThat(refused.state()).isEqualTo(Receipt.State.REFUSED);
        assertThat(refused.detail()).contains("default:parent:good:word");

        bank.next("pay", SendWord.decline("51"));
        SagaHandle bad = engine.start(parent, "bad");
        engine.advance(Duration.ofMinutes(1));
        assertThat(engine.await(bad).status()).isEqualTo(SagaStatus.FAILED);
        SagaHandle failed = engine.engine().find(child.keyOf("of-bad")).orElseThrow();
        Receipt late =
                engine.engine().decide(failed.key(), new OperatorDecision.Redrive("pay"), authority(failed, "r-2"));
        assertThat(late.state()).isEqualTo(Receipt.State.REFUSED);
        assertThat(bank.effects(failed.key().operation("pay"))).isZero();

        engine.engine().decide(good.key(), new OperatorDecision.Compensate(), authority(good, "r-3"));
        engine.advance(Duration.ofMinutes(1));
        engine.await(good, SagaStatus.COMPENSATED);
        assertThat(bank.effects(undone.key().operation("pay.undo"))).isEqualTo(1);
    }

    private static Authority authority(SagaHandle saga, String request) {
        return new Authority("ann", "a test", saga.history().revision(), request);
    }

    @Test
    void aSignalToACallIsRefused() {
        SagaDefinition<String> definition = pays(saga("forged"), PAY).build();
        TestEngine engine = store.node("a", definition);
        bank.next("pay", SendWord.hang());
        SagaHandle saga = engine.start(definition, "1");

        assertThatExceptionOfType(QuerentException.class)
                .isThrownBy(() -> engine.engine().signal(saga.key(), PAY, "m", "x", new Booking("made-up", "{}")))
                .withMessageContaining("QRT-3215");
    }
}

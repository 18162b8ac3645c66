package io.querent.decision;

import static io.querent.decision.Answers.FOUND;
import static io.querent.decision.Answers.REFUSED;
import static io.querent.decision.OperationStatus.AWAITING;
import static io.querent.decision.OperationStatus.IN_REVIEW;
import static io.querent.decision.OperationStatus.PLANNED;
import static io.querent.decision.OperationStatus.REJECTED;
import static io.querent.decision.OperationStatus.SKIPPED;
import static io.querent.decision.SagaStatus.COMPENSATED;
import static io.querent.decision.SagaStatus.COMPLETED;
import static org.assertj.core.api.Assertions.assertThat;

import io.querent.decision.Decision.Refusal;
import io.querent.decision.world.Outside;
import io.querent.decision.world.SagaPlan;
import io.querent.decision.world.ScriptedWorld;
import io.querent.decision.world.StepPlan;
import io.querent.saga.SagaView;
import io.querent.saga.SignalBuilder;
import io.querent.saga.StepHandle;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** A word from outside is never lost: early it is kept, the first one counts, and who comes too late is told so. */
class SignalTest {
    private static final QueryAnswer OTHER = new QueryAnswer.Found("\"other\"");
    private static final Duration DAY = Duration.ofDays(1);

    @Test
    void theWordEndsTheWait() {
        ScriptedWorld world = holdThenWord(word -> word);

        world.start().runFor(Duration.ofHours(1));
        assertThat(world.statusOf("word")).isEqualTo(AWAITING);
        Answers.assertAccepted(new Outside(world).tells("word", FOUND));
        world.run();

        assertThat(world.status()).isEqualTo(COMPLETED);
        assertThat(world.state().operation("word").result()).contains("\"done\"");
        assertThat(Worlds.lastEvent(world)).isEqualTo(Duration.ofHours(1));
    }

    @Test
    void anEarlyWordIsKeptUntilTheStepBegins() {
        ScriptedWorld world = holdThenWord(word -> word);

        world.start();
        Answers.assertAccepted(new Outside(world).tells("word", FOUND));
        assertThat(world.statusOf("word")).isEqualTo(PLANNED);
        world.run();

        assertThat(world.status()).isEqualTo(COMPLETED);
        assertThat(Worlds.lastEvent(world)).isZero();
    }

    @Test
    void theFirstWordCounts() {
        ScriptedWorld world = holdThenWord(word -> word);
        Outside outside = new Outside(world);

        world.start();
        outside.tells("word", FOUND);
        outside.tells("word", OTHER);
        outside.tells("word", REFUSED);
        world.run();

        assertThat(world.state().operation("word").result()).contains("\"done\"");
        assertThat(world.events(SagaEvent.CallbackReceived.class)).hasSize(1);
    }

    @Test
    void aMessageCountsOnce() {
        ScriptedWorld world = holdThenWord(word -> word);
        Outside outside = new Outside(world);

        world.start();
        Answers.assertAccepted(outside.tells("word", FOUND, "m-1"));

        Answers.assertRefused(outside.tells("word", FOUND, "m-1"), Refusal.REPEATED);
    }

    @Test
    void aWordThatComesTooLateIsRefused() {
        ScriptedWorld world = holdThenWord(word -> word);
        Outside outside = new Outside(world);

        world.start().run();
        assertThat(world.statusOf("word")).isEqualTo(REJECTED);

        Answers.assertRefused(outside.tells("word", FOUND), Refusal.NOT_ALLOWED, "too late");
        assertThat(world.status()).isEqualTo(COMPENSATED);
    }

    @Test
    void aWordForASkippedStepIsRefusedAndAnEarlyOneChangesNothing() {
        ScriptedWorld world = holdThenWord(word -> word.onlyIf("it is wanted", saga -> false));
        Outside outside = new Outside(world);

        world.start();
        outside.tells("word", FOUND);
        world.run();

        assertThat(world.statusOf("word")).isEqualTo(SKIPPED);
        assertThat(world.status()).isEqualTo(COMPLETED);
        Answers.assertRefused(outside.tells("word", OTHER), Refusal.NOT_ALLOWED, "too late");
    }

    @Test
    void aWordThatSaysNoTurnsTheSagaBack() {
        ScriptedWorld world = holdThenWord(word -> word);

        world.start().runFor(Duration.ofHours(1));
        new Outside(world).tells("word", REFUSED);
        world.run();

        assertThat(world.status()).isEqualTo(COMPENSATED);
        assertThat(world.state().operation("word").conclusion())
                .isEqualTo(new Conclusion.Refused("51", "declined", false));
        Books.assertEffects(world, "hold", 1, 1);
    }

    @Test
    void withoutAWordInTimeTheSagaTurnsBack() {
        ScriptedWorld world = holdThenWord(word -> word).start().run();

        assertThat(world.status()).isEqualTo(COMPENSATED);
        assertThat(Worlds.lastEvent(world)).isEqualTo(DAY);
        assertThat(world.events(SagaEvent.WaitRefused.class))
                .extracting(SagaEvent.WaitRefused::code)
                .containsExactly("timed-out");
    }

    @Test
    void withoutAWordInTimeTheSagaGoesOnWithWhatTheDefinitionSays() {
        ScriptedWorld world = holdThenWord(otherwise(saga -> "silence of " + saga.input()))
                .start()
                .run();

        assertThat(world.status()).isEqualTo(COMPLETED);
        assertThat(world.state().operation("word").result()).contains("\"silence of order-1\"");
    }

    /** What the definition goes on with is the user's code: it may throw, and must not be asked for ever. */
    @Test
    void whatCannotBeGoneOnWithGoesToAPerson() {
        AtomicBoolean broken = new AtomicBoolean(true);
        ScriptedWorld world = holdThenWord(otherwise(saga -> {
            if (broken.get()) {
                throw new IllegalStateException("no default");
            }
            return "silence";
        }));

        world.start().run();
        assertThat(world.statusOf("word")).isEqualTo(IN_REVIEW);
        Answers.assertReview(world.state(), "word", ReviewReason.REQUEST_NOT_BUILT);
        broken.set(false);
        new Outside(world).decides(new OperatorDecision.Resend("word"));
        world.run();

        assertThat(world.status()).isEqualTo(COMPLETED);
        assertThat(Worlds.lastEvent(world)).isEqualTo(DAY.multipliedBy(2));
    }

    @Test
    void aWordIsKeptWhileThePersonStillSeesToItThatTheStepCanBegin() {
        AtomicBoolean broken = new AtomicBoolean(true);
        ScriptedWorld world = holdThenWord(word -> word.onlyIf("it is wanted", saga -> {
            if (broken.get()) {
                throw new IllegalStateException("no rate");
            }
            return true;
        }));
        Outside outside = new Outside(world);

        world.start();
        outside.tells("word", FOUND);
        world.run();
        assertThat(world.statusOf("word")).isEqualTo(IN_REVIEW);
        broken.set(false);
        outside.decides(new OperatorDecision.Resend("word"));
        world.run();

        assertThat(world.status()).isEqualTo(COMPLETED);
        assertThat(world.state().operation("word").result()).contains("\"done\"");
    }

    @Test
    void aWordThatComesDuringTheReviewIsKeptToo() {
        AtomicBoolean broken = new AtomicBoolean(true);
        ScriptedWorld world = holdThenWord(word -> word.onlyIf("it is wanted", saga -> {
            if (broken.get()) {
                throw new IllegalStateException("no rate");
            }
            return true;
        }));
        Outside outside = new Outside(world);

        world.start().run();
        Answers.assertAccepted(outside.tells("word", FOUND));
        broken.set(false);
        outside.decides(new OperatorDecision.Resend("word"));
        world.run();

        assertThat(world.status()).isEqualTo(COMPLETED);
    }

    private static UnaryOperator<SignalBuilder<String, String>> otherwise(Function<SagaView<String>, String> result) {
        return word -> word.otherwise(result);
    }

    /** {@code hold -> word -> charge}. */
    private static ScriptedWorld holdThenWord(UnaryOperator<SignalBuilder<String, String>> plan) {
        StepHandle<String> word = StepHandle.of("word", String.class);
        return Worlds.of(new SagaPlan()
                .then("hold", StepPlan::undo)
                .with(saga ->
                        saga.await(word, step -> plan.apply(step.after("hold")).within(DAY)))
                .add(new StepPlan("charge").after("hold", "word")));
    }
}

package io.querent.decision;

import static io.querent.decision.OperationStatus.IN_REVIEW;
import static io.querent.decision.OperationStatus.SUCCEEDED;
import static io.querent.decision.SagaStatus.COMPENSATED;
import static io.querent.decision.SagaStatus.COMPLETED;
import static io.querent.decision.world.Treatment.decline;
import static org.assertj.core.api.Assertions.assertThat;

import io.querent.decision.Decision.Refusal;
import io.querent.decision.world.Outside;
import io.querent.decision.world.SagaPlan;
import io.querent.decision.world.ScriptedWorld;
import io.querent.decision.world.StepPlan;
import io.querent.saga.Message;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** A message is in the outbox by the same commit as its event: once, and never by an attempt. */
class MessageTest {
    private static final FrozenRequest REQUEST = new FrozenRequest("{}", "v1:0");

    @Test
    void aMessageIsPublishedOnceAndWithoutAnAttempt() {
        ScriptedWorld world = messageThenCharge().start().run();

        assertThat(world.status()).isEqualTo(COMPLETED);
        assertThat(world.events(SagaEvent.MessagePublished.class)).hasSize(1);
        assertThat(world.at("tell").effects()).isEqualTo(1);
        assertThat(world.events(SagaEvent.AttemptStarted.class))
                .extracting(SagaEvent.AttemptStarted::operation)
                .doesNotContain("tell");
    }

    @Test
    void aSagaThatTurnsBackTakesItsMessageBack() {
        ScriptedWorld world = messageThenCharge();
        world.at("charge").sends(decline("51"));

        world.start().run();

        assertThat(world.status()).isEqualTo(COMPENSATED);
        Books.assertEffects(world, "tell", 1, 1);
        assertThat(world.events(SagaEvent.MessagePublished.class))
                .extracting(SagaEvent.MessagePublished::operation)
                .containsExactly("tell", "tell.undo");
    }

    @Test
    void aMessageIsNotAttempted() {
        ScriptedWorld world = messageThenCharge().start();

        Answers.assertRefused(
                world.submit(new SagaCommand.StartAttempt("tell", REQUEST, new Owner("node-1", 1), 0, world.now())),
                Refusal.NOT_DUE);
        Answers.assertRefused(world.submit(new SagaCommand.Publish("charge", REQUEST, world.now())), Refusal.NOT_DUE);
        Answers.assertRefused(new Outside(world).tells("tell", Answers.FOUND), Refusal.NOT_ALLOWED);
    }

    @Test
    void aMessageIsNotPublishedTwice() {
        ScriptedWorld world = messageThenCharge().start().run();

        Answers.assertRefused(world.submit(new SagaCommand.Publish("tell", REQUEST, world.now())), Refusal.ENDED);
    }

    /** A message that could not be made is made again, not attempted: it goes into the outbox or nowhere. */
    @Test
    void aMessageThatCouldNotBeMadeIsPublishedWhenAPersonWantsItAgain() {
        AtomicBoolean broken = new AtomicBoolean(true);
        ScriptedWorld world = messageThenCharge().requests(operation -> {
            if (broken.get() && operation.equals("tell")) {
                throw new IllegalStateException("no address");
            }
            return REQUEST;
        });

        world.start().run();
        assertThat(world.statusOf("tell")).isEqualTo(IN_REVIEW);
        broken.set(false);
        Answers.assertAccepted(new Outside(world).decides(new OperatorDecision.Resend("tell")));
        world.run();

        assertThat(world.statusOf("tell")).isEqualTo(SUCCEEDED);
        assertThat(world.events(SagaEvent.MessagePublished.class)).hasSize(1);
        assertThat(world.status()).isEqualTo(COMPLETED);
    }

    @Test
    void aMessageInReviewDoesNotHoldUpTheWayBack() {
        ScriptedWorld world = messageThenCharge().requests(operation -> {
            if (operation.equals("tell")) {
                throw new IllegalStateException("no address");
            }
            return REQUEST;
        });

        world.start().run();
        new Outside(world).decides(new OperatorDecision.Cancel());
        world.run();

        assertThat(world.status()).isEqualTo(COMPENSATED);
        assertThat(world.state().reviews()).isEmpty();
    }

    /** {@code hold -> tell -> charge}. */
    private static ScriptedWorld messageThenCharge() {
        return Worlds.of(new SagaPlan()
                .then("hold", StepPlan::undo)
                .with(saga -> saga.publish(
                        "tell",
                        step -> step.after("hold")
                                .message(view -> new Message<>("orders", null, "placed"))
                                .takenBackBy(view -> new Message<>("orders", null, "withdrawn"))))
                .add(new StepPlan("charge").after("tell")));
    }
}

package io.querent.decision;

import static io.querent.decision.OperationStatus.AWAITING;
import static io.querent.decision.OperationStatus.IN_FLIGHT;
import static io.querent.decision.OperationStatus.PLANNED;
import static io.querent.decision.OperationStatus.REJECTED;
import static io.querent.decision.OperationStatus.SUCCEEDED;
import static io.querent.decision.OperationStatus.UNKNOWN;
import static io.querent.decision.SagaStatus.COMPENSATED;
import static io.querent.decision.SagaStatus.COMPLETED;
import static io.querent.decision.world.Treatment.apply;
import static io.querent.decision.world.Treatment.decline;
import static io.querent.decision.world.Treatment.declineWithEffect;
import static io.querent.decision.world.Treatment.http;
import static org.assertj.core.api.Assertions.assertThat;

import io.querent.decision.Decision.Refusal;
import io.querent.decision.world.ItemsPlan;
import io.querent.decision.world.Outside;
import io.querent.decision.world.Profiles;
import io.querent.decision.world.Reading;
import io.querent.decision.world.SagaPlan;
import io.querent.decision.world.ScriptedWorld;
import io.querent.decision.world.StepPlan;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Each item is an operation of its own, with its own key; together they succeed, or are undone before what came before them. */
class ForEachTest {
    private static final ItemsPlan THREE = ItemsPlan.of("a", "b", "c");

    @Test
    void everyItemIsSentOnceUnderItsOwnKey() {
        ScriptedWorld world = holdThenBatch(THREE).start().run();

        assertThat(world.status()).isEqualTo(COMPLETED);
        for (String item : List.of("batch.a", "batch.b", "batch.c")) {
            assertThat(world.at(item).effects()).isEqualTo(1);
            assertThat(world.at(item).keys()).isEqualTo(1);
        }
        assertThat(world.state().operation("batch").result()).contains("{\"succeeded\":3,\"refused\":0}");
    }

    @Test
    void noMoreAreUnderWayThanAllowed() {
        ScriptedWorld world = holdThenBatch(many(9).parallel(2));
        int most = 0;

        world.start();
        while (world.turn()) {
            long underWay = world.state().operations().values().stream()
                    .filter(operation -> operation.name().startsWith("batch."))
                    .filter(operation -> !operation.status().isFinal())
                    .count();
            most = Math.max(most, (int) underWay);
        }

        assertThat(most).isEqualTo(2);
        assertThat(world.status()).isEqualTo(COMPLETED);
    }

    @Test
    void aCaseInReviewLeavesRoomForTheOtherItems() {
        ScriptedWorld world = holdThenBatch(THREE.parallel(1));
        world.at("batch.a").sends(http(500)).queries(Reading.mismatch("another amount"));

        world.start().run();

        Answers.assertReview(world.state(), "batch.a", ReviewReason.MISMATCH);
        assertThat(world.statusOf("batch.b")).isEqualTo(SUCCEEDED);
        assertThat(world.statusOf("batch.c")).isEqualTo(SUCCEEDED);
        new Outside(world).decides(new OperatorDecision.ConfirmSucceeded("batch.a", "\"done\"", "statement 7"));
        world.run();
        assertThat(world.status()).isEqualTo(COMPLETED);
    }

    @Test
    void anEmptyListIsOverAtOnce() {
        ScriptedWorld world = holdThenBatch(ItemsPlan.of()).start().run();

        assertThat(world.status()).isEqualTo(COMPLETED);
        assertThat(world.statusOf("batch")).isEqualTo(SUCCEEDED);
    }

    @Test
    void oneRefusedItemUndoesTheOthersBeforeTheStepsBefore() {
        ScriptedWorld world = holdThenBatch(THREE);
        world.at("batch.b").sends(decline("51"));

        world.start().run();

        assertThat(world.status()).isEqualTo(COMPENSATED);
        assertThat(world.statusOf("batch")).isEqualTo(REJECTED);
        Books.assertEffects(world, "batch.a", 1, 1);
        Books.assertEffects(world, "batch.b", 0, 0);
        Books.assertEffects(world, "batch.c", 1, 1);
        Books.assertEffects(world, "hold", 1, 1);
        assertThat(order(world)).endsWith("hold.undo");
    }

    @Test
    void theStepBeforeWaitsForAnItemWhoseUndoIsStuck() {
        ScriptedWorld world = holdThenBatch(THREE);
        world.at("batch.b").sends(decline("51"));
        world.at("batch.c.undo").sends(decline("closed"));

        world.start().run();

        Answers.assertReview(world.state(), "batch.c.undo", ReviewReason.COMPENSATION_REJECTED);
        Books.assertEffects(world, "batch.a", 1, 1);
        assertThat(world.at("hold.undo").sends()).isZero();
    }

    @Test
    void anUnknownItemIsResolvedBeforeItIsUndone() {
        ScriptedWorld world = holdThenBatch(THREE);
        world.at("batch.a").sends(decline("51"));
        world.at("batch.c").sends(apply().reset()).queries(Reading.qerr(503), Reading.qerr(503), Reading.truth());

        world.start();
        while (world.statusOf("batch.c") != UNKNOWN || !world.state().compensating()) {
            world.turn();
        }
        assertThat(world.at("batch.c.undo").sends()).isZero();
        world.run();

        assertThat(world.status()).isEqualTo(COMPENSATED);
        Books.assertEffects(world, "batch.c", 1, 1);
        assertThat(world.at("batch.c").sends()).isEqualTo(1);
        assertThat(order(world)).endsWith("hold.undo");
    }

    @Test
    void itemsThatWereNotBegunAreNotBegunAfterARefusal() {
        ScriptedWorld world = holdThenBatch(THREE.parallel(1));
        world.at("batch.a").sends(decline("51"));

        world.start().run();

        assertThat(world.statusOf("batch.b")).isEqualTo(PLANNED);
        assertThat(world.at("batch.b").sends()).isZero();
        assertThat(world.status()).isEqualTo(COMPENSATED);
    }

    @Test
    void collectedRefusalsAreAResult() {
        ScriptedWorld world = holdThenBatch(THREE.collecting());
        world.at("batch.b").sends(decline("51"));

        world.start().run();

        assertThat(world.status()).isEqualTo(COMPLETED);
        assertThat(world.state().operation("batch").result()).contains("{\"succeeded\":2,\"refused\":1}");
        assertThat(world.at("after").effects()).isEqualTo(1);
    }

    @Test
    void whatACollectedRefusalLeavesBehindIsMadeGoodByAPerson() {
        ScriptedWorld world = holdThenBatch(THREE.collecting());
        world.at("batch.b").sends(declineWithEffect("51"));

        world.start().run();
        Answers.assertReview(world.state(), "batch.b", ReviewReason.EFFECT_LEFT);
        assertThat(world.at("after").sends()).isZero();
        new Outside(world).decides(new OperatorDecision.MadeGood("batch.b", "fee paid back"));
        world.run();

        assertThat(world.status()).isEqualTo(COMPLETED);
    }

    @Test
    void whatACollectedRefusalLeavesBehindIsUndoneWhenTheSagaTurnsBack() {
        ScriptedWorld world = holdThenBatch(THREE.collecting());
        world.at("batch.b").sends(declineWithEffect("51"));

        world.start().run();
        new Outside(world).decides(new OperatorDecision.Cancel());
        world.run();

        assertThat(world.status()).isEqualTo(COMPENSATED);
        Books.assertEffects(world, "batch.b", 1, 1);
        assertThat(world.state().reviews()).isEmpty();
    }

    @Test
    void aCrashInTheMiddleSendsNoItemTwice() {
        ScriptedWorld world = holdThenBatch(many(6).parallel(2));

        world.start();
        while (world.statusOf("batch.i3") != IN_FLIGHT) {
            world.turn();
        }
        world.crash().run();

        assertThat(world.status()).isEqualTo(COMPLETED);
        IntStream.range(0, 6)
                .forEach(i -> assertThat(world.at("batch.i" + i).effects()).isEqualTo(1));
        assertThat(world.events(SagaEvent.ItemsListed.class)).hasSize(1);
    }

    /** The function may say something else the second time, and what was done for the first list must not be forgotten. */
    @Test
    void aStepThatIsBegunAgainHasTheItemsOfTheFirstTime() {
        AtomicInteger lists = new AtomicInteger();
        ScriptedWorld world = holdThenBatch(
                new ItemsPlan(saga -> lists.getAndIncrement() == 0 ? List.of("a", "b") : List.of("c"), 1, false));
        world.at("batch.b").sends(decline("51"), apply());
        world.at("batch.b").truth(world.at("batch.b").truth().ignoresKeys());
        Outside outside = new Outside(world);

        world.start();
        while (world.statusOf("batch.b") != REJECTED) {
            world.turn();
        }
        Answers.assertAccepted(outside.decides(new OperatorDecision.Redrive("batch.b")));
        world.run();

        assertThat(world.state().items().get("batch")).extracting(Item::key).containsExactly("a", "b");
        assertThat(world.status()).isEqualTo(COMPLETED);
    }

    @Test
    void aCallbackAboutAnItemThatWasNeverListedIsAboutNothing() {
        ScriptedWorld world = holdThenBatch(THREE);
        Outside outside = new Outside(world);

        world.start().run();

        Answers.assertRefused(outside.tells("batch.z", Answers.FOUND), Refusal.NO_SUCH_OPERATION);
        Answers.assertRefused(outside.tells("batch.z.undo", Answers.FOUND), Refusal.NO_SUCH_OPERATION);
        Answers.assertAccepted(outside.tells("batch.a", Answers.FOUND));
    }

    @Test
    void aSagaThatLostItsMemoryAsksAboutItemsBeforeItTurnsBack() {
        ScriptedWorld world = Worlds.of(new SagaPlan()
                .thenForEach("batch", THREE, StepPlan::undo)
                .then("last", step -> step.undo().downstream(Profiles.SHOP)));

        world.start().runFor(Duration.ofMinutes(1));
        assertThat(world.at("batch.a").effects()).isEqualTo(1);
        world.forgetAndStartAskingFirst();
        new Outside(world).decides(new OperatorDecision.Cancel());
        world.run();
        for (String item : List.of("batch.a", "batch.b", "batch.c")) {
            Books.assertEffects(world, item, 1, 1);
        }
    }

    @Test
    void fiveHundredItemsAreAll() {
        ScriptedWorld world = holdThenBatch(many(500).parallel(50));

        world.start().run();

        assertThat(world.status()).isEqualTo(COMPLETED);
        assertThat(world.state().operation("batch").result()).contains("{\"succeeded\":500,\"refused\":0}");
        assertThat(world.steps().stream()
                        .filter(step -> step.name().startsWith("batch."))
                        .allMatch(step -> world.at(step.name()).effects() == 1))
                .isTrue();
    }

    @Test
    void theStepWaitsWhileItsItemsAreUnderWay() {
        ScriptedWorld world = holdThenBatch(THREE);
        world.at("batch.a").sends(apply().hang(Duration.ofSeconds(5)));

        world.start().runFor(Duration.ofSeconds(2));

        assertThat(world.statusOf("batch")).isEqualTo(AWAITING);
        assertThat(world.at("after").sends()).isZero();
    }

    private static List<String> order(ScriptedWorld world) {
        return world.events(SagaEvent.AttemptStarted.class).stream()
                .map(SagaEvent.AttemptStarted::operation)
                .toList();
    }

    private static ItemsPlan many(int items) {
        return ItemsPlan.of(IntStream.range(0, items).mapToObj(i -> "i" + i).toArray(String[]::new));
    }

    /** {@code hold -> batch -> after}. */
    private static ScriptedWorld holdThenBatch(ItemsPlan items) {
        return Worlds.of(new SagaPlan()
                .then("hold", StepPlan::undo)
                .thenForEach("batch", items, StepPlan::undo)
                .then("after", step -> step));
    }
}

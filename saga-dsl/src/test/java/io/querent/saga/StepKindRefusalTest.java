package io.querent.saga;

import static io.querent.saga.Sketches.BANK;
import static io.querent.saga.Sketches.act;
import static io.querent.saga.Sketches.pay;
import static io.querent.saga.Sketches.stays;
import static io.querent.saga.Sketches.undone;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What is wrong with choices, waits, items, messages and alternatives is said where it is written, with the remedy. */
class StepKindRefusalTest {
    private static final StepHandle<String> WORD = StepHandle.of("word", String.class);
    private static final ItemsHandle<String> ITEMS = ItemsHandle.of("items", String.class);

    @Test
    void aChoiceNeedsABranchBesideOtherwise() {
        Refused.definition(
                "QRT-2021",
                "saga pay, step route: a choice needs at least one branch(...) before otherwise(...), each with another name;"
                        + " found=[x]",
                () -> pay().choice("route", choice -> choice.otherwise("x")));
    }

    @Test
    void twoBranchesOfOneNameAreRefused() {
        Refused.definition(
                "QRT-2021",
                "saga pay, step route: a choice needs at least one branch(...) before otherwise(...), each with another name;"
                        + " found=[x, x]",
                () -> pay().choice(
                                "route",
                                choice -> choice.branch("x", saga -> true).otherwise("x")));
    }

    @Test
    void aBranchThatDoesNotExistIsRefused() {
        Refused.definition(
                "QRT-2022",
                "saga pay, step a: when(\"route\", \"z\") names no branch of a choice of this saga; branches=[x, y]",
                () -> pay().choice(
                                "route",
                                choice -> choice.branch("x", saga -> true).otherwise("y"))
                        .step("a", String.class, stays(step -> step.when("route", "z")))
                        .build());
    }

    @Test
    void aBranchOfWhatIsNoChoiceIsRefused() {
        Refused.definition(
                "QRT-2022",
                "saga pay, step b: when(\"a\", \"x\") names no branch of a choice of this saga; branches=[]",
                () -> pay().step("a", String.class, stays(step -> step))
                        .step("b", String.class, stays(step -> step.when("a", "x")))
                        .build());
    }

    @Test
    void aStepOfTwoBranchesOfOneChoiceCouldNeverRun() {
        Refused.definition(
                "QRT-2023",
                "saga pay, step a: it could never run: it belongs to two branches of choice route; name one of them",
                () -> pay().choice(
                                "route",
                                choice -> choice.branch("x", saga -> true).otherwise("y"))
                        .step(
                                "a",
                                String.class,
                                stays(step -> step.when("route", "x").when("route", "y")))
                        .build());
    }

    @Test
    void aConditionWithoutDescriptionIsRefused() {
        Refused.definition(
                "QRT-2018",
                "saga pay, step a: the text of onlyIf(\"…\") is missing",
                () -> pay().step("a", String.class, stays(step -> step.onlyIf(" ", saga -> true))));
    }

    @Test
    void aDelayHasBounds() {
        Refused.definition(
                "QRT-2016",
                "saga pay, step rest: lasting(PT0S) must be PT0.001S to PT8784H",
                () -> pay().delay("rest", delay -> delay.lasting(Duration.ZERO)));
    }

    @Test
    void aSignalIsWaitedForWithinBounds() {
        Refused.definition(
                "QRT-2016",
                "saga pay, step word: within(PT8808H) must be PT0.001S to PT8784H",
                () -> pay().await(WORD, wait -> wait.within(Duration.ofDays(367))));
    }

    @Test
    void anEscalationComesBeforeTheEnd() {
        Refused.definition(
                "QRT-2016",
                "saga pay, step yes: escalate(...) must come before within(PT1H)",
                () -> pay().approval(
                                "yes",
                                wait -> wait.escalate(Duration.ofHours(2), "boss")
                                        .within(Duration.ofHours(1))));
    }

    @Test
    void escalationsComeOneAfterTheOther() {
        Refused.definition(
                "QRT-2016",
                "saga pay, step yes: escalate(PT1H, …) must be later than the one before",
                () -> pay().approval(
                                "yes",
                                wait -> wait.escalate(Duration.ofHours(2), "boss")
                                        .escalate(Duration.ofHours(1), "her boss")
                                        .within(Duration.ofHours(9))));
    }

    @Test
    void anEscalationSaysToWhom() {
        Refused.definition(
                "QRT-2018",
                "saga pay, step yes: the text of escalate(\"…\") is missing",
                () -> pay().approval(
                                "yes",
                                wait -> wait.escalate(Duration.ofHours(2), "").within(Duration.ofHours(9))));
    }

    @Test
    void aWaitThatMayTimeOutDoesNotComeAfterThePivot() {
        Refused.definition(
                "QRT-2010",
                "saga pay, step word: it may be rejected although it does not come before the pivot a, and the saga cannot go"
                        + " back then; put it before the pivot, or say retriable(\"why it is never refused\"), or otherwise(...)"
                        + " where it is a wait",
                () -> pay().step("a", String.class, stays(StepBuilder::pivot))
                        .await(WORD, wait -> wait.after("a").within(Duration.ofHours(1)))
                        .build());
    }

    @Test
    void itemsAreBounded() {
        Refused.definition(
                "QRT-2016",
                "saga pay, step items: atMost(5001) must be 1 to 5000",
                () -> pay().forEach(
                                ITEMS,
                                each -> each.items(String.class, saga -> List.of(), item -> item)
                                        .atMost(5_001)
                                        .request(String.class, (saga, item) -> item)
                                        .each(StepKindRefusalTest::acting)));
        Refused.definition(
                "QRT-2016",
                "saga pay, step items: parallel(0) must be 1 to 1000",
                () -> pay().forEach(
                                ITEMS,
                                each -> each.items(String.class, saga -> List.of(), item -> item)
                                        .parallel(0)
                                        .request(String.class, (saga, item) -> item)
                                        .each(StepKindRefusalTest::acting)));
    }

    @Test
    void itemsThatSucceededHaveToBeMadeGoodForWhenAnotherIsRefused() {
        Refused.definition(
                "QRT-2007",
                "saga pay, step items: it can succeed and step items can be rejected afterwards, but nothing says how to make"
                        + " good; add compensate(...), or say needsNoUndo(\"why\")",
                () -> pay().forEach(
                                ITEMS,
                                each -> each.items(String.class, saga -> List.of(), item -> item)
                                        .downstream(BANK)
                                        .request(String.class, (saga, item) -> item)
                                        .each(StepKindRefusalTest::acting))
                        .build());
    }

    @Test
    void anItemKeyIsNotTakenForACompensation() {
        Refused.key(
                "QRT-1107",
                "item key undo-2 of step items could be taken for a compensation's; expected=not undo and not undo-…; derive"
                        + " another key from the item",
                () -> OperationKey.itemOf("items", "undo-2"));
    }

    @Test
    void anAlternativeNeedsACompensationBeforeIt() {
        Refused.definition(
                "QRT-2020",
                "saga pay, step a: orCompensate(\"refund\", …) needs a compensate(...) before it and the codes of the refusals"
                        + " that lead to it",
                () -> pay().step(
                                "a",
                                String.class,
                                step -> act(step.downstream(BANK))
                                        .orCompensate("refund", Set.of("captured"), Done.class, Sketches::undo)));
        Refused.definition(
                "QRT-2020",
                "saga pay, step a: orCompensate(\"refund\", …) needs a compensate(...) before it and the codes of the refusals"
                        + " that lead to it",
                () -> pay().step(
                                "a",
                                String.class,
                                step -> act(step.downstream(BANK))
                                        .compensate(Done.class, Sketches::undo)
                                        .orCompensate("refund", Set.of(), Done.class, Sketches::undo)));
    }

    @Test
    void aMessageSaysWhatBecomesOfItWhenTheSagaTurnsBack() {
        Refused.definition(
                "QRT-2018",
                "saga pay, step tell: the text of needsNoUndo(\"…\") is missing",
                () -> pay().publish(
                                "tell",
                                message -> message.message(saga -> new Message<>("topic", null, "x"))
                                        .needsNoUndo(" ")));
    }

    @Test
    void aDeadlineHasBounds() {
        Refused.definition(
                "QRT-2024",
                "saga pay: deadline(PT-1S) must be PT0.001S to PT8784H",
                () -> pay().deadline(Duration.ofSeconds(-1)));
    }

    @Test
    void anAttributeIsDeclaredOnce() {
        Refused.definition(
                "QRT-2025",
                "saga pay: attribute \"merchant\" is declared twice, or is one too many; at most 10",
                () -> pay().attribute("merchant", input -> input).attribute("merchant", input -> input));
    }

    @Test
    void aStepDoesNotBothFollowAndBeginAtOnce() {
        Refused.definition(
                "QRT-2026",
                "saga pay, step b: atStart() and after(...) contradict each other; remove one",
                () -> pay().step("a", String.class, stays(step -> step))
                        .step("b", String.class, stays(step -> step.after("a").atStart()))
                        .build());
    }

    @Test
    void aStepDoesNotBothNeedNoUndoAndHaveOne() {
        Refused.definition(
                "QRT-2027",
                "saga pay, step a: needsNoUndo(...) and compensate(...) contradict each other; remove one",
                () -> pay().step(
                                "a",
                                String.class,
                                step -> undone(place -> place, back -> back)
                                        .apply(step)
                                        .needsNoUndo("both"))
                        .build());
    }

    @Test
    void aMoveGivesItsReasons() {
        Refused.definition(
                "QRT-2018",
                "saga pay, step a: the reason in movesFrom(1, …) is missing",
                () -> pay().version(2).movesFrom(1, move -> move.dropped("a", "")));
    }

    private static OperationBuilder<String, String, String> acting(OperationBuilder<String, String, String> item) {
        return item.call((call, request) -> Outcome.succeeded(request))
                .query((call, request) -> QueryResult.notFound())
                .matches(String::equals);
    }
}

package io.querent.testkit.explorer;

import static io.querent.testkit.explorer.Sagas.BANK;
import static io.querent.testkit.explorer.Sagas.REASON;

import io.querent.saga.AfterReversal;
import io.querent.saga.Approval;
import io.querent.saga.Done;
import io.querent.saga.ItemsHandle;
import io.querent.saga.Message;
import io.querent.saga.SagaDefinition;
import io.querent.saga.SagaView;
import io.querent.saga.StepHandle;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/** A definition for each kind of step and of course that is not a call. Their functions are never called. */
final class Kinds {
    private static final StepHandle<String> WORD = StepHandle.of("word", String.class);

    private Kinds() {}

    /** All of them. */
    static List<SagaDefinition<String>> all() {
        return List.of(
                choice(),
                conditional(),
                delay(),
                signal(),
                patient(),
                approval(),
                message(),
                items(),
                collected(),
                child(),
                deadline(),
                reversed(),
                alternatives());
    }

    /** Two branches and what follows both. */
    static SagaDefinition<String> choice() {
        return Sagas.saga("choice")
                .step("a", String.class, step -> Sagas.undone(Sagas.asked(step.downstream(BANK))))
                .choice(
                        "which",
                        choice -> choice.after("a").branch("fast", saga -> true).otherwise("slow"))
                .step(
                        "b",
                        String.class,
                        step -> Sagas.undone(Sagas.asked(step.downstream(BANK).when("which", "fast"))))
                .step(
                        "c",
                        String.class,
                        step -> Sagas.undone(Sagas.asked(step.downstream(BANK).when("which", "slow"))))
                .step(
                        "d",
                        String.class,
                        step -> Sagas.stays(Sagas.asked(step.downstream(BANK).after("b", "c"))))
                .build();
    }

    /** A step that may be skipped, and one that follows it alone. */
    static SagaDefinition<String> conditional() {
        return Sagas.saga("conditional")
                .step("a", String.class, step -> Sagas.undone(Sagas.asked(step.downstream(BANK))))
                .step(
                        "b",
                        String.class,
                        step -> Sagas.undone(
                                Sagas.asked(step.downstream(BANK).after("a").onlyIf("it is much", saga -> true))))
                .step(
                        "c",
                        String.class,
                        step -> Sagas.stays(Sagas.asked(step.downstream(BANK).after("b"))))
                .build();
    }

    /** A time between two calls. */
    static SagaDefinition<String> delay() {
        return Sagas.saga("delay")
                .step("a", String.class, step -> Sagas.undone(Sagas.asked(step.downstream(BANK))))
                .delay("pause", delay -> delay.after("a").lasting(Duration.ofHours(1)))
                .delay("later", delay -> delay.after("pause").until(saga -> Setting.BEGINNING))
                .step(
                        "b",
                        String.class,
                        step -> Sagas.stays(Sagas.asked(step.downstream(BANK).after("later"))))
                .build();
    }

    /** A word that has to come. */
    static SagaDefinition<String> signal() {
        return Sagas.saga("signal")
                .step("a", String.class, step -> Sagas.undone(Sagas.asked(step.downstream(BANK))))
                .await(WORD, word -> word.after("a").within(Duration.ofHours(1)))
                .step(
                        "b",
                        String.class,
                        step -> Sagas.stays(Sagas.asked(step.downstream(BANK).after(WORD))))
                .build();
    }

    /** A word without which the saga goes on as well. */
    static SagaDefinition<String> patient() {
        return Sagas.saga("patient")
                .await(WORD, word -> word.otherwise(saga -> "nobody").within(Duration.ofHours(1)))
                .step(
                        "a",
                        String.class,
                        step -> Sagas.stays(Sagas.asked(step.downstream(BANK).after(WORD))))
                .build();
    }

    /** A person's approval, with somebody else to turn to. */
    static SagaDefinition<String> approval() {
        return Sagas.saga("approval")
                .step("a", String.class, step -> Sagas.undone(Sagas.asked(step.downstream(BANK))))
                .approval(
                        StepHandle.of("consent", Approval.class),
                        consent -> consent.after("a")
                                .escalate(Duration.ofHours(1), "head of treasury")
                                .within(Duration.ofHours(2)))
                .step(
                        "b",
                        String.class,
                        step -> Sagas.stays(Sagas.asked(step.downstream(BANK).after("consent"))))
                .build();
    }

    /** Messages that others hear: one is taken back by another. */
    static SagaDefinition<String> message() {
        return Sagas.saga("message")
                .publish(
                        "told",
                        publish -> publish.message(saga -> new Message<>("topic", null, "payload"))
                                .takenBackBy(saga -> new Message<>("topic", null, "payload")))
                .step(
                        "a",
                        String.class,
                        step -> Sagas.undone(Sagas.asked(step.downstream(BANK).after("told"))))
                .publish(
                        "end",
                        publish -> publish.after("a")
                                .message(saga -> new Message<>("topic", null, "payload"))
                                .needsNoUndo(REASON))
                .step(
                        "b",
                        String.class,
                        step -> Sagas.stays(Sagas.asked(step.downstream(BANK).after("end"))))
                .build();
    }

    /** All items or none, one at a time. */
    static SagaDefinition<String> items() {
        return Sagas.saga("items")
                .step("a", String.class, step -> Sagas.undone(Sagas.asked(step.downstream(BANK))))
                .forEach(
                        ItemsHandle.of("pay", String.class),
                        pay -> pay.after("a")
                                .items(String.class, saga -> List.of(), item -> item)
                                .parallel(1)
                                .downstream(BANK)
                                .request(String.class, (saga, item) -> item)
                                .each(step -> Sagas.undone(Sagas.asked(step))))
                .build();
    }

    /** As many items as do not say no, side by side. */
    static SagaDefinition<String> collected() {
        return Sagas.saga("collected")
                .forEach(
                        ItemsHandle.of("pay", String.class),
                        pay -> pay.items(String.class, saga -> List.of(), item -> item)
                                .collect()
                                .downstream(BANK)
                                .request(String.class, (saga, item) -> item)
                                .each(step -> Sagas.undone(Sagas.asked(step))))
                .step(
                        "b",
                        String.class,
                        step -> Sagas.stays(Sagas.asked(step.downstream(BANK).after("pay"))))
                .build();
    }

    /** Another saga in the middle. */
    static SagaDefinition<String> child() {
        return Sagas.saga("child")
                .child(
                        StepHandle.of("inner", String.class),
                        Sagas.single(),
                        SagaView::input,
                        child -> child.result(saga -> "done"))
                .step(
                        "b",
                        String.class,
                        step -> Sagas.stays(Sagas.asked(step.downstream(BANK).after("inner"))))
                .build();
    }

    /** A saga that has to be over in time. */
    static SagaDefinition<String> deadline() {
        return Sagas.saga("deadline")
                .deadline(Duration.ofMinutes(4))
                .step("a", String.class, step -> Sagas.undone(Sagas.asked(step.downstream(BANK))))
                .step(
                        "b",
                        String.class,
                        step -> Sagas.stays(
                                Sagas.asked(step.downstream(BANK).after("a").pivot())))
                .step(
                        "c",
                        String.class,
                        step -> Sagas.stays(Sagas.asked(step.downstream(BANK).after("b")))
                                .retriable(REASON))
                .build();
    }

    /** An effect that its provider may take back: the saga turns back then. */
    static SagaDefinition<String> reversed() {
        return Sagas.saga("reversed")
                .step("a", String.class, step -> Sagas.undone(Sagas.asked(step.downstream(BANK))))
                .step(
                        "b",
                        String.class,
                        step -> Sagas.undone(Sagas.asked(step.downstream(BANK).after("a")))
                                .afterReversal(AfterReversal.TURN_BACK))
                .build();
    }

    /** A compensation that leads to another one where the provider says that it is too late for it. */
    static SagaDefinition<String> alternatives() {
        return Sagas.saga("alternatives")
                .step(
                        "a",
                        String.class,
                        step -> Sagas.undone(Sagas.asked(step.downstream(BANK)))
                                .orCompensate("refund", Set.of("captured"), Done.class, Sagas::askedToo))
                .step(
                        "b",
                        String.class,
                        step -> Sagas.stays(Sagas.asked(step.downstream(BANK).after("a"))))
                .build();
    }
}

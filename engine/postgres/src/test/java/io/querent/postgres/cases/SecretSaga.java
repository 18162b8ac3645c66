package io.querent.postgres.cases;

import static io.querent.postgres.cases.Payments.downstream;

import io.querent.saga.CompensationBuilder;
import io.querent.saga.Done;
import io.querent.saga.ItemsHandle;
import io.querent.saga.Message;
import io.querent.saga.Outcome;
import io.querent.saga.QueryResult;
import io.querent.saga.Saga;
import io.querent.saga.SagaDefinition;
import io.querent.saga.StepHandle;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** A saga with a secret in all that is written of it: input, requests, results, items, messages, evidence, words, decisions. */
final class SecretSaga {
    /** Nothing that anything else would write. */
    static final String SECRET = "ZQXJKVBPYGF";

    static final StepHandle<Note> HOLD = StepHandle.of("hold", Note.class);
    private static final StepHandle<Note> CHARGE = StepHandle.of("charge", Note.class);

    /** What the bank was sent to charge, as it came. */
    final Queue<Note> charged = new ConcurrentLinkedQueue<>();

    /** Whether the charge is answered, or its outcome is unknown until a person decides. */
    volatile boolean answers;

    /** Payload of everything. */
    record Note(String number, String text) {
        static Note of(String number, String text) {
            return new Note(number, SECRET + " " + text);
        }
    }

    SagaDefinition<Note> definition() {
        return Saga.define("secret", Note.class)
                .businessKey(Note::number)
                .step(
                        HOLD,
                        step -> step.downstream(downstream("holds").build())
                                .request(
                                        Note.class,
                                        saga -> Note.of("h", saga.input().text()))
                                .call((call, note) -> Outcome.succeeded(Note.of("held", note.text())))
                                .cannotBeQueried("the case's holds always answer")
                                .compensate(Done.class, SecretSaga::undone))
                .forEach(
                        ItemsHandle.of("payouts", Note.class),
                        each -> each.after(HOLD)
                                .items(
                                        Note.class,
                                        view -> List.of(Note.of("a", "é\u0001\ud83d\ude00"), Note.of("b", "\"}")),
                                        Note::number)
                                .downstream(downstream("payouts").build())
                                .request(Note.class, (view, item) -> item)
                                .each(step -> step.call((call, note) -> Outcome.succeeded(note))
                                        .cannotBeQueried("the case's payouts always answer")
                                        .needsNoUndo("the case looks at the rest")))
                .publish(
                        "tell",
                        step -> step.after(HOLD)
                                .message(view -> new Message<>("notes", "line", Note.of("t", "told")))
                                .takenBackBy(view -> new Message<>("notes", "line", Note.of("t", "taken back"))))
                .step(
                        CHARGE,
                        step -> step.after("tell", "payouts")
                                .downstream(downstream("bank").build())
                                .request(
                                        Note.class,
                                        saga -> Note.of("c", saga.result(HOLD).text()))
                                .call((call, note) -> charge(note))
                                .query((call, note) -> QueryResult.unavailable(SECRET + " is not to be asked"))
                                .matches((note, found) -> found.number().equals("right"))
                                .queryBudget(budget -> budget.backoff(Duration.ofMillis(20), Duration.ofMillis(50)))
                                .compensate(Done.class, SecretSaga::undone))
                .build();
    }

    private Outcome<Note> charge(Note note) {
        charged.add(note);
        return answers
                ? Outcome.succeeded(Note.of("right", "charged"))
                : Outcome.unknown("the bank said " + SECRET + " and hung up");
    }

    private static CompensationBuilder.Described<Note, Note, Note, Done> undone(
            CompensationBuilder<Note, Note, Done> undo) {
        return undo.request(Note.class, (saga, note) -> note)
                .call((call, note) -> Outcome.done())
                .cannotBeQueried("the case's undo always answers");
    }
}

package io.querent.testkit.explorer;

import io.querent.decision.QueryAnswer;
import io.querent.decision.SagaState;
import io.querent.saga.Outcome;
import io.querent.saga.StepDefinition;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What makes two worlds the same: everything that what happens next may depend on, with times reckoned from now and collections
 * without their order. Not part of it: the number of events so far, texts for people, tokens as numbers.
 */
final class Canonical {
    private static final long NOBODY = 0;
    private static final long OWNER = 1;
    private static final long STALE = 2;

    private final Setting setting;
    private final World world;
    private final CanonicalSaga saga;

    private Canonical(Setting setting, World world) {
        this.setting = setting;
        this.world = world;
        this.saga = new CanonicalSaga(setting, world.now);
    }

    static Fingerprint of(Setting setting, World world) {
        return new Canonical(setting, world).fingerprint();
    }

    private Fingerprint fingerprint() {
        Fingerprint print = fresh().add(world.faults).add(world.refusals);
        print.add(world.callbacks).add(world.interventions).add(world.reversals);
        print.addIfToCome(world.vacantUntil);
        print.add(world.owner != null).add(world.stale != null).add(view() != null);
        saga.addSaga(print, world.state);
        SagaState view = view();
        if (view != null) {
            saga.addSaga(print, view);
        }
        addPart(print, step -> !Setting.isItem(step));
        setting.items().values().forEach(items -> addItems(print, items));
        return print;
    }

    private @Nullable SagaState view() {
        return world.stale == null ? null : world.stale.view();
    }

    /** Which of several items is in which state makes no difference, as they are all alike. */
    private void addItems(Fingerprint print, List<StepDefinition<?>> items) {
        long[] sum = new long[2];
        for (StepDefinition<?> item : items) {
            Fingerprint part = fresh();
            addPart(part, step -> step == item);
            Fingerprint.sum(sum, part);
        }
        print.add(sum[0]).add(sum[1]);
    }

    /** Everything about some of the steps. */
    private void addPart(Fingerprint print, Predicate<StepDefinition<?>> which) {
        addErrands(print, world.owner, which);
        addErrands(print, world.stale, which);
        addLetters(print, which);
        for (StepDefinition<?> step : setting.steps()) {
            if (which.test(step)) {
                saga.addStep(print, world.state, step);
                SagaState view = view();
                if (view != null) {
                    saga.addStep(print, view, step);
                }
            }
        }
        for (Operation operation : setting.operations()) {
            if (which.test(operation.step())) {
                addBook(print, operation);
            }
        }
    }

    private Fingerprint fresh() {
        return new Fingerprint(world.now);
    }

    private void addErrands(Fingerprint print, @Nullable Party party, Predicate<StepDefinition<?>> which) {
        long[] errands = new long[2];
        if (party != null) {
            for (Errand errand : party.errands()) {
                if (which.test(setting.operation(errand.operation()).step())) {
                    Fingerprint.sum(errands, errand(errand));
                }
            }
        }
        print.add(errands[0]).add(errands[1]);
    }

    private Fingerprint errand(Errand errand) {
        Fingerprint print = fresh().add(place(errand.operation())).add(errand.attempt());
        if (errand instanceof Errand.Send send) {
            print.add(1).add(send.body()).add(send.deadline());
        } else if (errand instanceof Errand.Await await) {
            print.add(2).addIfToCome(await.deadline());
        } else if (errand instanceof Errand.Reply reply) {
            print.add(3).add(reply.slow()).add(kind(reply.outcome()));
            print.add(reply.outcome() instanceof Outcome.Rejected<String> no ? no.code() : null);
        } else if (errand instanceof Errand.Answer answer) {
            print.add(4)
                    .add(answer.slow())
                    .add(CanonicalSaga.kind(answer.answer()))
                    .add(answer.askedAt());
            print.addIfToCome(answer.until());
            print.add(answer.answer() instanceof QueryAnswer.FoundRejected no ? no.code() : null);
        } else if (errand instanceof Errand.Perform perform) {
            print.add(5).add(perform.body());
        }
        return print;
    }

    /** The operation, by its place in its item where it is an item's. */
    private long place(int index) {
        Operation operation = setting.operation(index);
        return Setting.isItem(operation.step()) ? -1L - operation.rank() : index;
    }

    private void addLetters(Fingerprint print, Predicate<StepDefinition<?>> which) {
        long[] letters = new long[2];
        for (Letter letter : world.letters) {
            StepDefinition<?> step = setting.operation(letter.operation()).step();
            if (which.test(step)) {
                Fingerprint.sum(
                        letters,
                        fresh().add(place(letter.operation()))
                                .add(letter.attempt())
                                .add(who(letter.replyTo()))
                                .add(Setting.isItem(step) ? null : letter.key())
                                .add(letter.body())
                                .add(letter.before())
                                .add(letter.slow()));
            }
        }
        print.add(letters[0]).add(letters[1]);
    }

    private long who(long token) {
        Party party = world.party(token);
        if (party == null) {
            return NOBODY;
        }
        return party == world.owner ? OWNER : STALE;
    }

    private void addBook(Fingerprint print, Operation operation) {
        Book book = world.book(operation.index());
        print.add(book.key() != null).add(book.body());
        List<Entry> entries = book.entries();
        print.add(entries.size());
        for (Entry entry : entries) {
            print.add(entry.fate().ordinal()).add(entry.wasPending()).add(entry.code());
            boolean over = saga.isOver(world.state.operation(operation.name())) && noLetter(operation);
            if (!over) {
                print.add(operation.honoursKeys() ? entry.at() : null);
                print.addIfToCome(entry.showBy()).add(entry.settleBy());
            }
        }
    }

    private boolean noLetter(Operation operation) {
        for (Letter letter : world.letters) {
            if (letter.operation() == operation.index()) {
                return false;
            }
        }
        return true;
    }

    private static int kind(Outcome<String> outcome) {
        if (outcome instanceof Outcome.Succeeded) {
            return 1;
        } else if (outcome instanceof Outcome.Rejected) {
            return 2;
        } else if (outcome instanceof Outcome.NotExecuted) {
            return 3;
        } else if (outcome instanceof Outcome.Pending) {
            return 4;
        }
        return outcome instanceof Outcome.RefusedWithEffect ? 6 : 5;
    }
}

package io.querent.testkit.explorer;

import io.querent.decision.Attempts;
import io.querent.decision.Conclusion;
import io.querent.decision.OperationState;
import io.querent.decision.QueryAnswer;
import io.querent.decision.SagaState;
import io.querent.decision.Waiting;
import io.querent.saga.Outcome;
import java.util.List;
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

    private Canonical(Setting setting, World world) {
        this.setting = setting;
        this.world = world;
    }

    static Fingerprint of(Setting setting, World world) {
        return new Canonical(setting, world).fingerprint();
    }

    private Fingerprint fingerprint() {
        Fingerprint print = fresh().add(world.faults).add(world.refusals);
        print.add(world.callbacks).add(world.interventions);
        print.addIfToCome(world.vacantUntil);
        addParty(print, world.owner);
        addParty(print, world.stale);
        addLetters(print);
        addSaga(print, world.state);
        Party stale = world.stale;
        SagaState view = stale == null ? null : stale.view();
        if (view != null) {
            addSaga(print, view);
        }
        for (Operation operation : setting.operations()) {
            addBook(print, operation);
        }
        return print;
    }

    private Fingerprint fresh() {
        return new Fingerprint(world.now);
    }

    private void addSaga(Fingerprint print, SagaState state) {
        print.add(state.compensating())
                .add(state.end() == null ? -1 : state.end().ordinal());
        print.add(state.origin().askFirst()).add(state.course().revision() > 1);
        for (Operation operation : setting.operations()) {
            OperationState known = state.operations().get(operation.name());
            if (known == null) {
                print.add(-1);
            } else {
                addOperation(print, known);
            }
            SagaState.Review review = state.reviews().get(operation.name());
            print.add(review == null ? -1 : review.reason().ordinal());
        }
        long[] requests = new long[2];
        for (String id : state.handledRequests()) {
            Fingerprint.sum(requests, fresh().add(id));
        }
        print.add(requests[0]).add(requests[1]);
    }

    private void addOperation(Fingerprint print, OperationState known) {
        print.add(known.status().ordinal());
        print.add(known.request() == null ? null : known.request().body());
        Attempts attempts = known.attempts();
        print.add(attempts.started()).add(attempts.reportedDone()).add(known.revision() > 1);
        print.add(conclusion(known.conclusion())).add(known.heard() == null ? 0 : kind(known.heard()));
        if (!isOver(known)) {
            print.add(attempts.uncertain()).add(attempts.firstStartedAt()).add(attempts.firstSentAt());
            print.addIfToCome(attempts.deadline());
            Attempts.Renewal renewal = attempts.renewal();
            print.add(renewal.started())
                    .add(renewal.uncertain())
                    .add(renewal.refused())
                    .add(renewal.at());
            addWaiting(print, known.waiting());
        }
    }

    /** Whether nothing but evidence comes of it any more: only people make anything of what is final. */
    private boolean isOver(OperationState known) {
        return known.status().isFinal() && setting.bounds().interventions() == 0;
    }

    private static int conclusion(@Nullable Conclusion conclusion) {
        if (conclusion instanceof Conclusion.Result result) {
            return result.madeGood() ? 2 : 1;
        } else if (conclusion instanceof Conclusion.Refused refused) {
            return refused.byUs() ? 4 : 3;
        } else if (conclusion instanceof Conclusion.Overtaken overtaken) {
            return overtaken.madeGood() ? 6 : 5;
        }
        return 0;
    }

    private static void addWaiting(Fingerprint print, Waiting waiting) {
        print.addIfToCome(waiting.dueAt()).add(waiting.queries()).add(waiting.askingSince());
        print.add(waiting.absentFrom()).add(waiting.reference()).add(waiting.unresolved());
        print.add(waiting.resend());
    }

    private void addParty(Fingerprint print, @Nullable Party party) {
        print.add(party != null).add(party != null && party.view() != null);
        long[] errands = new long[2];
        if (party != null) {
            for (Errand errand : party.errands()) {
                Fingerprint.sum(errands, errand(errand));
            }
        }
        print.add(errands[0]).add(errands[1]);
    }

    private Fingerprint errand(Errand errand) {
        Fingerprint print = fresh().add(errand.operation()).add(errand.attempt());
        if (errand instanceof Errand.Send send) {
            print.add(1).add(send.body()).add(send.deadline());
        } else if (errand instanceof Errand.Await await) {
            print.add(2).addIfToCome(await.deadline());
        } else if (errand instanceof Errand.Reply reply) {
            print.add(3).add(reply.slow()).add(kind(reply.outcome()));
        } else if (errand instanceof Errand.Answer answer) {
            print.add(4).add(answer.slow()).add(kind(answer.answer())).add(answer.askedAt());
            print.addIfToCome(answer.until());
        } else if (errand instanceof Errand.Perform perform) {
            print.add(5).add(perform.body());
        }
        return print;
    }

    private void addLetters(Fingerprint print) {
        long[] letters = new long[2];
        for (Letter letter : world.letters) {
            Fingerprint.sum(
                    letters,
                    fresh().add(letter.operation())
                            .add(letter.attempt())
                            .add(who(letter.replyTo()))
                            .add(letter.key())
                            .add(letter.body())
                            .add(letter.before())
                            .add(letter.slow()));
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
            print.add(entry.fate().ordinal()).add(entry.wasPending());
            boolean over = isOver(world.state.operation(operation.name())) && noLetter(operation);
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
        }
        return outcome instanceof Outcome.Pending ? 4 : 5;
    }

    private static int kind(QueryAnswer answer) {
        if (answer instanceof QueryAnswer.Found) {
            return 1;
        } else if (answer instanceof QueryAnswer.FoundRejected) {
            return 2;
        } else if (answer instanceof QueryAnswer.FoundPending) {
            return 3;
        }
        return answer instanceof QueryAnswer.NotFound ? 4 : 5;
    }
}

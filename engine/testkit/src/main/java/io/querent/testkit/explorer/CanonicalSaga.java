package io.querent.testkit.explorer;

import io.querent.decision.Attempts;
import io.querent.decision.Conclusion;
import io.querent.decision.OperationState;
import io.querent.decision.QueryAnswer;
import io.querent.decision.SagaState;
import io.querent.decision.UndoOrders;
import io.querent.decision.Waiting;
import io.querent.saga.StepDefinition;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What of a saga's state makes two worlds the same; see {@link Canonical}. */
final class CanonicalSaga {
    private final Setting setting;
    private final Instant now;

    CanonicalSaga(Setting setting, Instant now) {
        this.setting = setting;
        this.now = now;
    }

    void addSaga(Fingerprint print, SagaState state) {
        print.add(state.compensating())
                .add(state.paused())
                .add(state.course().overdue())
                .add(state.end() == null ? -1 : state.end().ordinal());
        print.add(state.origin().askFirst()).add(state.course().revision() > 1);
        addReview(print, state, SagaState.WHOLE);
        if (setting.definition().deadline().isPresent()) {
            print.add(state.origin().startedAt());
        }
        long[] requests = new long[2];
        for (String id : state.handledRequests()) {
            if (!isOfItem(id)) {
                Fingerprint.sum(requests, new Fingerprint(now).add(id));
            }
        }
        print.add(requests[0]).add(requests[1]);
    }

    /** A message about an item's operation holds that operation's name, which has a dot that no compensation's name begins with. */
    private boolean isOfItem(String id) {
        for (List<StepDefinition<?>> items : setting.items().values()) {
            for (StepDefinition<?> item : items) {
                if (isAbout(id, item)) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean isAbout(String id, StepDefinition<?> item) {
        int slash = id.indexOf('/');
        return slash >= 0
                && id.startsWith(item.name(), slash + 1)
                && (id.startsWith("-", slash + 1 + item.name().length())
                        || id.startsWith(".", slash + 1 + item.name().length()));
    }

    void addStep(Fingerprint print, SagaState state, StepDefinition<?> step) {
        addOperation(print, state, step.name());
        setting.undos(step).forEach(undo -> addOperation(print, state, undo.name()));
        UndoOrders orders = state.orders().get(step.name());
        if (orders != null) {
            print.add(orders.whole()).add(orders.parts().toString());
            print.add(orders.withdrawn().toString());
            setting.parts(step).forEach(part -> addOperation(print, state, part.name()));
        }
        if (Setting.isItem(step)) {
            String group = Setting.group(step.name());
            print.add(
                    state.item(group, step.name().substring(group.length() + 1)).isPresent());
            for (String id : state.handledRequests()) {
                if (isAbout(id, step)) {
                    print.add(id.substring(id.indexOf('/') + 1 + step.name().length()));
                }
            }
        }
    }

    private void addOperation(Fingerprint print, SagaState state, String name) {
        OperationState known = state.operations().get(name);
        if (known == null) {
            print.add(-1);
        } else {
            addOperation(print, known);
        }
        addReview(print, state, name);
    }

    private static void addReview(Fingerprint print, SagaState state, String name) {
        SagaState.Review review = state.reviews().get(name);
        print.add(review == null ? -1 : review.reason().ordinal());
    }

    private void addOperation(Fingerprint print, OperationState known) {
        print.add(known.status().ordinal());
        print.add(known.request() == null ? null : known.request().body());
        Attempts attempts = known.attempts();
        print.add(attempts.started()).add(attempts.reportedDone()).add(known.revision() > 1);
        print.add(conclusion(known.conclusion())).add(detail(known.conclusion()));
        print.add(known.heard() == null ? 0 : kind(known.heard()));
        print.add(known.heard() instanceof QueryAnswer.Found found ? found.result() : null);
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
    boolean isOver(OperationState known) {
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
        return conclusion instanceof Conclusion.Reversed ? 7 : 0;
    }

    /** The branch that was chosen, and the code that leads to another compensation. */
    private static @Nullable String detail(@Nullable Conclusion conclusion) {
        if (conclusion instanceof Conclusion.Result result) {
            // An object is an approval, which names a time, or a count of items, which are weighed themselves.
            return result.json().startsWith("{") ? null : result.json();
        }
        return conclusion instanceof Conclusion.Refused refused ? refused.code() : null;
    }

    private static void addWaiting(Fingerprint print, Waiting waiting) {
        print.addIfToCome(waiting.dueAt()).add(waiting.queries()).add(waiting.refusals());
        print.add(waiting.askingSince())
                .add(waiting.absentFrom())
                .add(waiting.reference())
                .add(waiting.unresolved());
        print.add(waiting.resend());
    }

    static int kind(QueryAnswer answer) {
        return answer.getClass().getSimpleName().hashCode();
    }
}

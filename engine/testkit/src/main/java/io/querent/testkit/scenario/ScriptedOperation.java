package io.querent.testkit.scenario;

import io.querent.decision.FrozenRequest;
import io.querent.decision.QueryAnswer;
import io.querent.runtime.call.CallContext;
import io.querent.runtime.codec.PayloadCodec;
import io.querent.saga.Done;
import io.querent.saga.Inquiry;
import io.querent.saga.OperationDefinition;
import io.querent.saga.Outcome;
import io.querent.testkit.bank.Booking;
import io.querent.testkit.bank.QueryWord;
import io.querent.testkit.bank.SendWord;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** One operation's downstream: its script and its books. It honours the key. Not thread-safe. */
final class ScriptedOperation {
    private final String name;
    private final PayloadCodec payloads;
    private final Queue<List<SendWord>> sends = new ArrayDeque<>();
    private final Queue<QueryWord> questions = new ArrayDeque<>();
    private final List<HeldUp> heldUp = new ArrayList<>();
    private final Set<String> bodies = new HashSet<>();
    private List<SendWord> usualSend = List.of();
    private QueryWord usualAnswer = QueryWord.truth();
    private @Nullable Function<Object, Object> results;
    private @Nullable String effect;
    private @Nullable String declined;
    private boolean pending;
    private int sent;
    private int asked;

    private record HeldUp(Instant until, String result) {}

    ScriptedOperation(String name, PayloadCodec payloads) {
        this.name = name;
        this.payloads = payloads;
    }

    void next(List<SendWord> words) {
        sends.add(words);
    }

    void always(List<SendWord> words) {
        usualSend = words;
    }

    void nextAnswer(QueryWord word) {
        questions.add(word);
    }

    void alwaysAnswer(QueryWord word) {
        usualAnswer = word;
    }

    void answers(Function<Object, Object> by) {
        results = by;
    }

    int sends() {
        return sent;
    }

    int questions() {
        return asked;
    }

    int bodies() {
        return bodies.size();
    }

    int effects(Instant now) {
        arrive(now);
        return effect == null ? 0 : 1;
    }

    Optional<Instant> nextArrival() {
        return heldUp.stream().map(HeldUp::until).min(Instant::compareTo);
    }

    /** It took effect in some way that is not scripted. */
    void apply(String result) {
        effect = result;
        pending = false;
    }

    void decline(String code) {
        declined = code;
        pending = false;
    }

    void countSend(String body) {
        sent++;
        bodies.add(body);
    }

    void countQuestion() {
        asked++;
    }

    Performer.Reply send(OperationDefinition<?, ?, ?> operation, CallContext context, Instant now) {
        countSend(context.frozen().body());
        arrive(now);
        List<SendWord> words = sends.isEmpty() ? usualSend : sends.remove();
        Duration after = Duration.ZERO;
        boolean late = false;
        for (SendWord word : words) {
            if (word instanceof SendWord.Hang hang) {
                after = after.plus(hang.time());
            } else if (word instanceof SendWord.Late held) {
                late = true;
                heldUp.add(new HeldUp(now.plus(held.after()), result(operation, context)));
            } else if (word instanceof SendWord.Run run) {
                run.action().run();
            } else if (word instanceof SendWord.Apply) {
                apply(result(operation, context));
            } else {
                return new Performer.Reply(answer(word), after);
            }
        }
        if (late) {
            return new Performer.Reply(Outcome.unknown("no answer"), Performer.NEVER);
        }
        return new Performer.Reply(book(operation, context), after);
    }

    private Outcome<String> answer(SendWord word) {
        if (word instanceof SendWord.Http http) {
            return http.outcome();
        } else if (word instanceof SendWord.Decline no) {
            decline(no.code());
            return Outcome.rejected(no.code(), "declined");
        } else if (word instanceof SendWord.Pending) {
            pending = true;
            return Outcome.pending("pending-" + name);
        }
        return Outcome.unknown("java.net.SocketException: Connection reset");
    }

    private Outcome<String> book(OperationDefinition<?, ?, ?> operation, CallContext context) {
        if (effect == null && declined != null) {
            return Outcome.rejected(declined, "declined");
        } else if (effect == null && pending) {
            return Outcome.pending("pending-" + name);
        } else if (effect == null) {
            apply(result(operation, context));
        }
        return Outcome.succeeded(String.valueOf(effect));
    }

    void arrive(Instant now) {
        heldUp.stream().filter(each -> !each.until().isAfter(now)).forEach(each -> apply(each.result()));
        heldUp.removeIf(each -> !each.until().isAfter(now));
    }

    private String result(OperationDefinition<?, ?, ?> operation, CallContext context) {
        Object request = payloads.read("request of " + name, context.frozen().body(), operation.requestType());
        return payloads.write(
                "result of " + name, results == null ? usual(operation, context) : results.apply(request));
    }

    private Object usual(OperationDefinition<?, ?, ?> operation, CallContext context) {
        Class<?> type = operation.resultType();
        if (type == Done.class) {
            return Done.DONE;
        } else if (type == String.class) {
            return "done";
        } else if (type == Booking.class) {
            return new Booking("ref-" + context.operationKey(), context.frozen().body());
        }
        throw new MissingResultException(name, type);
    }

    @Nullable
    QueryAnswer ask(OperationDefinition<?, ?, ?> operation, FrozenRequest request, Instant now) {
        countQuestion();
        arrive(now);
        QueryWord word = questions.isEmpty() ? usualAnswer : questions.remove();
        if (word instanceof QueryWord.Found found) {
            return found(operation, request, payloads.write("result of " + name, found.booking()));
        } else if (word instanceof QueryWord.NotFound) {
            return new QueryAnswer.NotFound();
        } else if (word instanceof QueryWord.Failed failed) {
            return new QueryAnswer.Unavailable("HTTP " + failed.status());
        } else if (word instanceof QueryWord.TimedOut) {
            return null;
        } else if (effect != null) {
            return found(operation, request, effect);
        } else if (declined != null) {
            return new QueryAnswer.FoundRejected(declined, "declined");
        }
        return pending ? new QueryAnswer.FoundPending("pending-" + name) : new QueryAnswer.NotFound();
    }

    /** What is found counts only if the definition's own check agrees. */
    private <Q, R> QueryAnswer found(OperationDefinition<?, Q, R> operation, FrozenRequest request, String json) {
        Q sentRequest = payloads.read("request of " + name, request.body(), operation.requestType());
        R result = payloads.read("result of " + name, json, operation.resultType());
        Inquiry<Q, R> inquiry = operation.inquiry().orElseThrow();
        return inquiry.matches().test(sentRequest, result)
                ? new QueryAnswer.Found(json)
                : new QueryAnswer.Mismatch("found something that does not match the request: " + json);
    }
}

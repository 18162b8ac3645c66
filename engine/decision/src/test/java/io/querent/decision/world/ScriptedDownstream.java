package io.querent.decision.world;

import io.querent.decision.QueryAnswer;
import io.querent.saga.OperationDefinition;
import io.querent.saga.Outcome;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** The downstream of one operation, with a ledger of its own that decides what is true, and counters. */
public final class ScriptedDownstream {
    private final Agenda agenda;
    private final List<Entry> ledger = new ArrayList<>();
    private final Set<Entry> reversed = new LinkedHashSet<>();
    private final Set<String> keys = new LinkedHashSet<>();
    private final Set<String> bodies = new LinkedHashSet<>();
    private Truth truth;
    private Conduct conduct = Conduct.WELL_BEHAVED;
    private int attempts;
    private int sends;
    private int questions;
    private int queries;
    private int underWay;

    /** A request that the downstream treated as new. */
    private record Entry(String key, Instant at, Verdict verdict) {
        Duration age(Instant now) {
            return Duration.between(at, now);
        }
    }

    /** A request on its way. */
    record Letter(String key, byte[] body, Instant deadline) {}

    ScriptedDownstream(Agenda agenda, OperationDefinition<?, ?, ?> operation) {
        this.agenda = agenda;
        this.truth = Truth.asDeclared(operation);
    }

    /** What it does with each send; the last word holds for ever. */
    public ScriptedDownstream sends(Treatment... words) {
        return behaves(conduct.sends(words));
    }

    /** What it answers to each question; the last word holds for ever. */
    public ScriptedDownstream queries(Reading... words) {
        return behaves(conduct.queries(words));
    }

    /** How it behaves. */
    public ScriptedDownstream behaves(Conduct how) {
        this.conduct = how;
        return this;
    }

    /** What it really does, where that differs from its profile. */
    public ScriptedDownstream truth(Truth real) {
        this.truth = real;
        return this;
    }

    /** What it really does. */
    public Truth truth() {
        return truth;
    }

    /** Effects that happened by now. */
    public int effects() {
        return (int) ledger.stream()
                .filter(entry -> entry.verdict().isApplied(entry.age(agenda.now())))
                .count();
    }

    /** Takes back every effect that happened by now: a return, a chargeback. */
    public void reverse() {
        ledger.stream()
                .filter(entry -> entry.verdict().isApplied(entry.age(agenda.now())))
                .forEach(reversed::add);
    }

    /** Effects that happened and were not taken back. */
    public int standing() {
        return effects() - reversed.size();
    }

    /** Requests that reached it. */
    public int sends() {
        return sends;
    }

    /** Questions that reached it. */
    public int queries() {
        return queries;
    }

    /** Distinct keys it saw. */
    public int keys() {
        return keys.size();
    }

    /** Distinct bodies it saw. */
    public int bodies() {
        return bodies.size();
    }

    /** Requests that were sent and will reach it yet. */
    public int underWay() {
        return underWay;
    }

    /** Whether nothing is left that it has accepted and not finished. */
    public boolean isSettled() {
        return ledger.stream().allMatch(entry -> entry.verdict().isSettled(entry.age(agenda.now())));
    }

    /** Sends a letter; {@code caller} gets what it sees of it on behalf of {@code party}, if it sees anything. */
    void send(Letter letter, Object party, Consumer<Outcome<String>> caller) {
        Treatment treatment = conduct.onSend().apply(++attempts);
        Treatment.Reply reply = treatment.reply();
        treatment
                .arrival()
                .at(agenda.now(), letter.deadline())
                .ifPresent(time -> onItsWay(time, () -> {
                    Entry entry = arrive(letter, treatment.verdict());
                    if (reply instanceof Treatment.Reply.Answers answers) {
                        Instant then = agenda.now().plus(answers.after());
                        agenda.at(
                                then, party, () -> caller.accept(entry.verdict().answer(entry.age(agenda.now()))));
                    }
                }));
        if (reply instanceof Treatment.Reply.Resets resets) {
            agenda.at(
                    agenda.now().plus(resets.after()), party, () -> caller.accept(Outcome.unknown("connection reset")));
        } else if (reply instanceof Treatment.Reply.NotSent notSent) {
            agenda.soon(
                    party,
                    () -> caller.accept(
                            new Outcome.NotExecuted<>(notSent.code(), "nothing was sent", notSent.retryAfter())));
        }
    }

    /** What a local transaction would come to; {@link #book} makes it so. */
    Outcome<String> attemptLocally() {
        Treatment treatment = conduct.onSend().apply(++attempts);
        if (treatment.verdict() instanceof Verdict.Declined declined) {
            return Outcome.rejected(declined.code(), "declined");
        }
        boolean works =
                treatment.verdict() instanceof Verdict.Applied && treatment.reply() instanceof Treatment.Reply.Answers;
        return works
                ? Outcome.succeeded("\"done\"")
                : Outcome.notExecuted("rolled-back", "the transaction was rolled back");
    }

    /** A local transaction committed. */
    void book(String key, byte[] body) {
        arrive(new Letter(key, body, agenda.now()), new Verdict.Applied());
    }

    /** A local database that was behind takes over: what it had booked is gone. */
    void rewind() {
        ledger.clear();
        reversed.clear();
    }

    /** Answers a question about {@code key}, if it comes. */
    QueryAnswer ask(String key) {
        QueryAnswer answer = conduct.onQuery().apply(++questions).say(shown(key, truth.visibilityLag()));
        queries += answer instanceof QueryAnswer.NotAsked ? 0 : 1;
        return answer;
    }

    /** What its ledger says by now, whatever its query shows. */
    QueryAnswer ledger(String key) {
        return shown(key, Duration.ZERO);
    }

    private void onItsWay(Instant arrival, Runnable arrives) {
        underWay++;
        agenda.at(arrival, this, () -> {
            underWay--;
            arrives.run();
        });
    }

    private Entry arrive(Letter letter, Verdict verdict) {
        sends++;
        keys.add(letter.key());
        bodies.add(new String(letter.body(), StandardCharsets.UTF_8));
        if (truth.honoursKey()) {
            for (Entry known : ledger) {
                boolean remembered = known.age(agenda.now()).compareTo(truth.keyRetention()) < 0;
                if (known.key().equals(letter.key()) && remembered) {
                    return known;
                }
            }
        }
        Entry entry = new Entry(letter.key(), agenda.now(), verdict);
        if (!(verdict instanceof Verdict.Failed)) {
            ledger.add(entry);
        }
        return entry;
    }

    private QueryAnswer shown(String key, Duration lag) {
        QueryAnswer answer = new QueryAnswer.NotFound();
        for (Entry entry : ledger) {
            Duration age = entry.age(agenda.now()).minus(lag);
            if (entry.key().equals(key) && !age.isNegative() && !(answer instanceof QueryAnswer.Found)) {
                answer = reversed.contains(entry)
                        ? new QueryAnswer.Reversed("returned", "taken back")
                        : shown(entry.verdict(), age);
            }
        }
        return answer;
    }

    private static QueryAnswer shown(Verdict verdict, Duration age) {
        if (verdict.answer(age) instanceof Outcome.RefusedWithEffect<String> refused) {
            return new QueryAnswer.FoundRefusedWithEffect(refused.code(), refused.message(), refused.effect());
        } else if (verdict.isApplied(age)) {
            return new QueryAnswer.Found("\"done\"");
        } else if (verdict.answer(age) instanceof Outcome.Rejected<String> rejected) {
            return new QueryAnswer.FoundRejected(rejected.code(), rejected.message());
        } else if (verdict.answer(age) instanceof Outcome.Pending<String> pending) {
            return new QueryAnswer.FoundPending(pending.reference());
        }
        return new QueryAnswer.NotFound();
    }
}

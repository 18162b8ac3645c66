package io.querent.testkit.explorer;

import io.querent.saga.Outcome;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A request reaches its downstream, which answers.
 *
 * @param code the refusal's code; empty for the other treatments
 */
record Arrive(Letter letter, Treatment treatment, String code) implements Move {
    Arrive(Letter letter, Treatment treatment) {
        this(letter, treatment, "");
    }

    /** What the downstream makes of it. */
    enum Treatment {
        /** The effect happens. */
        APPLIED,
        /** The key is known: the answer is the first one's. */
        RECOGNISED,
        /** A definite no. */
        DECLINED,
        /** A definite no that leaves something behind. */
        DECLINED_WITH_EFFECT,
        /** Accepted, not finished. */
        PENDING,
        /** The effect happens and the answer is a server error. */
        APPLIED_AND_FAILED,
        /** A server error without effect. */
        FAILED,
        /** Refused before anything was done. */
        NOT_EXECUTED
    }

    static boolean isRecognised(Operation operation, World world, Letter letter) {
        return known(operation, world, letter) != null;
    }

    private static @Nullable Entry known(Operation operation, World world, Letter letter) {
        for (Entry entry : world.book(letter.operation()).entries()) {
            if (entry.isRemembered(letter.key(), operation.retention(), world.now)) {
                return entry;
            }
        }
        return null;
    }

    @Override
    public void make(Scene scene) {
        World world = scene.world();
        world.letters.remove(letter);
        count(scene.setting().operation(letter.operation()), world);
        reply(world, outcome(scene));
    }

    private void count(Operation operation, World world) {
        switch (treatment) {
            case APPLIED, RECOGNISED -> {}
            case DECLINED, DECLINED_WITH_EFFECT -> world.refusals++;
            case PENDING -> world.faults += operation.isChild() ? 0 : 1;
            default -> world.faults++;
        }
    }

    private Outcome<String> outcome(Scene scene) {
        return switch (treatment) {
            case RECOGNISED -> {
                Entry known = known(scene.setting().operation(letter.operation()), scene.world(), letter);
                yield known == null ? Outcome.unknown("forgotten") : answer(known);
            }
            case APPLIED -> enter(scene, Entry.Fate.APPLIED);
            case DECLINED -> enter(scene, Entry.Fate.DECLINED);
            case DECLINED_WITH_EFFECT -> enter(scene, Entry.Fate.DECLINED_WITH_EFFECT);
            case PENDING -> enter(scene, Entry.Fate.PENDING);
            case APPLIED_AND_FAILED -> enter(scene, Entry.Fate.APPLIED_AND_FAILED);
            case FAILED -> Outcome.unknown("HTTP 503");
            case NOT_EXECUTED -> Outcome.notExecuted("busy", "HTTP 429");
        };
    }

    private Outcome<String> enter(Scene scene, Entry.Fate fate) {
        World world = scene.world();
        Instant settleBy = fate == Entry.Fate.PENDING
                ? scene.now().plus(scene.setting().surroundings().settlesWithin())
                : null;
        Entry entry = new Entry(letter.key(), fate, scene.now(), letter.before(), settleBy != null, code, settleBy);
        world.book(letter.operation(), world.book(letter.operation()).with(entry));
        return answer(entry);
    }

    private void reply(World world, Outcome<String> outcome) {
        Party party = world.party(letter.replyTo());
        if (party != null) {
            world.put(party.with(new Errand.Reply(letter.operation(), letter.attempt(), outcome, false)));
        }
    }

    /** What was taken back since is answered as it was the first time. */
    private static Outcome<String> answer(Entry entry) {
        return switch (entry.fate()) {
            case APPLIED, REVERSED -> Outcome.succeeded("\"done\"");
            case DECLINED -> Outcome.rejected(entry.code(), "declined");
            case DECLINED_WITH_EFFECT -> Outcome.refusedWithEffect(entry.code(), "declined", "\"a fee\"");
            case PENDING -> Outcome.pending("reference-1");
            case APPLIED_AND_FAILED -> Outcome.unknown("HTTP 500");
        };
    }

    @Override
    public String who(World world) {
        return "downstream";
    }

    @Override
    public String what(Setting setting) {
        return "gets " + Words.attempt(setting, letter.operation(), letter.attempt()) + ": " + Words.lower(treatment)
                + (code.isEmpty() || code.equals(Operation.DECLINED) ? "" : ", " + code);
    }

    @Override
    public boolean isUrgent() {
        return !letter.slow();
    }
}

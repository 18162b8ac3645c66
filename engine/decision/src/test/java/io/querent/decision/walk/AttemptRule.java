package io.querent.decision.walk;

import io.querent.decision.Decision.Accepted;
import io.querent.decision.OperationStatus;
import io.querent.decision.QueryAnswer;
import io.querent.decision.SagaCommand;
import io.querent.decision.SagaEvent;
import io.querent.decision.SagaState;
import io.querent.decision.world.Commit;
import io.querent.saga.Downstream;
import io.querent.saga.OperationDefinition;
import io.querent.saga.OperationKind;
import io.querent.saga.SagaDefinition;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * R1 to R3 and R5, reckoned from the events alone: no attempt while an earlier one may have taken effect, unless absence was
 * established, or a person wants it and the key protects; none beyond the key's retention or the time budget, which a person may
 * renew; the request frozen with the first.
 */
final class AttemptRule implements Rule {
    private final SagaDefinition<?> definition;
    private final Map<String, Track> tracks = new HashMap<>();

    /** What the events say of one operation's attempts. */
    private static final class Track {
        int attempts;
        boolean frozen;
        boolean everUncertain;
        boolean unknown;
        boolean accepted;
        boolean resend;

        @Nullable
        Instant firstStarted;

        @Nullable
        Instant firstSent;

        Instant deadline = Instant.MIN;
        Instant absentFrom = Instant.MIN;
    }

    AttemptRule(SagaDefinition<?> definition) {
        this.definition = definition;
    }

    @Override
    public void check(Commit commit, Accepted accepted) {
        if (commit.command() instanceof SagaCommand.StartSaga) {
            tracks.clear();
        }
        for (SagaEvent event : accepted.events()) {
            if (event instanceof SagaEvent.OperationEvent operationEvent) {
                check(commit, operationEvent);
            }
        }
        if (commit.command() instanceof SagaCommand.StartAttempt start && isLocal(start.operation())) {
            Rule.require(
                    accepted.state().statusOf(start.operation()) == OperationStatus.IN_FLIGHT,
                    "a local transaction was begun and decided against at once: %s",
                    accepted.events());
        }
    }

    private void check(Commit commit, SagaEvent.OperationEvent event) {
        Track track = tracks.computeIfAbsent(event.operation(), name -> new Track());
        if (event instanceof SagaEvent.AttemptStarted started) {
            start(commit, track, started);
        } else if (event instanceof SagaEvent.PriorSendSuspected suspected) {
            track.frozen = true;
            track.firstSent = suspected.at();
            uncertain(track, event, suspected.absentFrom(), suspected.at().plus(limit(event)));
        } else if (event instanceof SagaEvent.OutcomeUnknown unknown) {
            uncertain(track, event, unknown.absentFrom(), later(unknown.at(), track.deadline));
        } else if (event instanceof SagaEvent.AttemptNotExecuted) {
            track.firstSent = track.everUncertain ? track.firstSent : null;
        } else if (event instanceof SagaEvent.AbsenceEstablished) {
            absent(commit, track);
        } else if (event instanceof SagaEvent.OperationGivenUp) {
            giveUp(commit, track);
        } else if (event instanceof SagaEvent.OperationSucceeded) {
            track.unknown = false;
            mayHaveRun(track);
        } else if (event instanceof SagaEvent.OperationRejected
                || event instanceof SagaEvent.OperationRefusedWithEffect) {
            track.unknown = false;
            // What was refused after it had been accepted is sent anew by a person alone, and that send was accepted by
            // nobody yet.
            track.accepted = false;
        } else {
            hear(track, event);
        }
    }

    /** Of what the downstream knows, or is said to have done, nobody may say later that it was never sent; but a transaction's own end is proof. */
    private void hear(Track track, SagaEvent.OperationEvent event) {
        if (event instanceof SagaEvent.OperationPending) {
            track.accepted = true;
            mayHaveRun(track);
        } else if (event instanceof SagaEvent.CallbackReceived callback
                && !callback.answer().equals("FoundRejected")) {
            mayHaveRun(track);
        } else if (event instanceof SagaEvent.EvidenceRecorded evidence
                && evidence.outcome().equals("Succeeded")
                && !isLocal(event.operation())) {
            mayHaveRun(track);
        } else if (event instanceof SagaEvent.AttemptsRenewed renewed) {
            track.resend = true;
            track.unknown = track.everUncertain;
            track.firstStarted = renewed.at();
        }
    }

    private static void mayHaveRun(Track track) {
        if (track.attempts > 0) {
            track.everUncertain = true;
            track.firstSent = track.firstSent == null ? track.firstStarted : track.firstSent;
        }
    }

    private static void giveUp(Commit commit, Track track) {
        if (track.unknown && !(commit.command() instanceof SagaCommand.Decide)) {
            absent(commit, track);
        }
        track.unknown = false;
    }

    private void start(Commit commit, Track track, SagaEvent.AttemptStarted event) {
        OperationStatus status = before(commit).statusOf(event.operation());
        Rule.require(event.attempt() == track.attempts + 1, "attempts are not numbered one by one: %s", event);
        Rule.require(
                (event.request() != null) != track.frozen,
                "the request is not frozen with the first attempt: %s",
                event);
        if (track.unknown) {
            Rule.require(
                    status == OperationStatus.UNKNOWN, "sent while %s and an outcome is unknown: %s", status, event);
            Rule.require(track.resend || !definition(event).queryable(), "sent again instead of asked: %s", event);
            Rule.require(
                    track.resend || !event.at().isBefore(track.absentFrom),
                    "sent before an earlier send has come to rest: %s",
                    event);
        } else {
            Rule.require(
                    status == OperationStatus.PLANNED || status == OperationStatus.BACKING_OFF,
                    "sent while %s: %s",
                    status,
                    event);
        }
        Rule.require(
                !track.everUncertain || isProtected(track, event), "sent again without a key that protects: %s", event);
        Rule.require(isInTime(track, event), "an attempt begins after its time budget: %s", event);
        track.attempts = event.attempt();
        track.resend = false;
        track.firstStarted = track.firstStarted == null ? event.at() : track.firstStarted;
        track.frozen = true;
        track.deadline = event.deadline();
        track.firstSent = track.firstSent == null ? event.at() : track.firstSent;
    }

    private boolean isInTime(Track track, SagaEvent.AttemptStarted event) {
        Instant first = track.firstStarted;
        Duration within = definition(event).policy().retry().within();
        return first == null || isLocal(event.operation()) || !event.at().isAfter(first.plus(within));
    }

    /** The key must be known when this send could last arrive. */
    private boolean isProtected(Track track, SagaEvent.AttemptStarted event) {
        Instant first = track.firstSent;
        Instant lastArrival = event.deadline().plus(window(event));
        return first != null
                && definition(event)
                        .downstream()
                        .filter(Downstream::honoursOperationKey)
                        .map(downstream -> lastArrival.isBefore(first.plus(downstream.protectedFor())))
                        .orElse(false);
    }

    private void uncertain(Track track, SagaEvent.OperationEvent event, Instant absentFrom, Instant lastSend) {
        Rule.require(
                !isLocal(event.operation()), "a local transaction happened or did not; it is never unknown: %s", event);
        Rule.require(
                !absentFrom.isBefore(lastSend.plus(window(event))), "absence would be believed too early: %s", event);
        track.unknown = true;
        track.everUncertain = true;
        track.absentFrom = later(absentFrom, track.absentFrom);
    }

    private static void absent(Commit commit, Track track) {
        Rule.require(!track.accepted, "absence of what the downstream had accepted was believed: %s", commit.command());
        Rule.require(
                commit.command() instanceof SagaCommand.RecordQueryAnswer command
                        && command.answer() instanceof QueryAnswer.NotFound
                        && !command.askedAt().isBefore(track.absentFrom),
                "absence was believed without a question after %s that found nothing: %s",
                track.absentFrom,
                commit.command());
        track.unknown = false;
    }

    private boolean isLocal(String operation) {
        return definition.operation(operation).orElseThrow().kind() == OperationKind.LOCAL_TRANSACTION;
    }

    private Duration window(SagaEvent.OperationEvent event) {
        return definition(event).downstream().map(Downstream::visibilityWindow).orElse(Duration.ZERO);
    }

    private static Instant later(Instant one, Instant other) {
        return one.isAfter(other) ? one : other;
    }

    private Duration limit(SagaEvent.OperationEvent event) {
        return definition(event).policy().timeLimit();
    }

    private OperationDefinition<?, ?, ?> definition(SagaEvent.OperationEvent event) {
        return definition.operation(event.operation()).orElseThrow();
    }

    private static SagaState before(Commit commit) {
        SagaState before = commit.before();
        if (before == null) {
            throw new AssertionError("sent before the saga was started");
        }
        return before;
    }
}

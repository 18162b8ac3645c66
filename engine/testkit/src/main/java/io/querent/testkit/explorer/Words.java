package io.querent.testkit.explorer;

import io.querent.decision.Decision;
import io.querent.decision.QueryAnswer;
import io.querent.decision.SagaEvent;
import io.querent.saga.Outcome;
import io.querent.testkit.story.Story;
import java.time.Instant;
import java.util.List;
import java.util.Locale;

/** How a history puts things. */
final class Words {
    private Words() {}

    /** Time since the beginning: hours, minutes, seconds, milliseconds. */
    static String time(Instant time) {
        return Story.time(Setting.BEGINNING, time);
    }

    static String who(long token) {
        return "owner-" + token;
    }

    static String attempt(Setting setting, Errand errand) {
        return attempt(setting, errand.operation(), errand.attempt());
    }

    static String attempt(Setting setting, int operation, int attempt) {
        return setting.operation(operation).name() + " #" + attempt;
    }

    static String lower(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    static String of(Outcome<String> outcome) {
        String kind = outcome.getClass().getSimpleName();
        return outcome instanceof Outcome.Unknown<String> unknown ? kind + " (" + unknown.evidence() + ")" : kind;
    }

    static String of(QueryAnswer answer) {
        return answer.getClass().getSimpleName();
    }

    static List<String> of(Decision decision) {
        if (decision instanceof Decision.Accepted accepted) {
            return accepted.events().isEmpty()
                    ? List.of("nothing")
                    : accepted.events().stream().map(Words::of).toList();
        }
        Decision.Refused refused = (Decision.Refused) decision;
        return List.of("refused, " + lower(refused.refusal()) + ": " + refused.message());
    }

    private static String of(SagaEvent event) {
        String kind = event.getClass().getSimpleName();
        if (event instanceof SagaEvent.AttemptStarted started) {
            return kind + " " + started.operation() + " #" + started.attempt();
        } else if (event instanceof SagaEvent.OutcomeUnknown unknown) {
            return kind + " " + unknown.operation() + " #" + unknown.attempt() + ", next at " + time(unknown.queryAt())
                    + ", absent from " + time(unknown.absentFrom());
        } else if (event instanceof SagaEvent.QueryInconclusive inconclusive) {
            return kind + " " + inconclusive.operation() + ", next at " + time(inconclusive.queryAt());
        } else if (event instanceof SagaEvent.AbsenceEstablished absence) {
            return kind + " " + absence.operation() + ", next at " + time(absence.retryAt());
        } else if (event instanceof SagaEvent.AttemptNotExecuted notExecuted) {
            return kind + " " + notExecuted.operation() + ", next at " + time(notExecuted.retryAt());
        } else if (event instanceof SagaEvent.ReviewOpened review) {
            return kind + " " + review.operation() + ", " + review.reason() + ": " + review.detail();
        } else if (event instanceof SagaEvent.DecisionTaken taken) {
            return kind + " " + taken.decision() + (taken.operation() == null ? "" : " " + taken.operation());
        } else if (event instanceof SagaEvent.BranchChosen chosen) {
            return kind + " " + chosen.operation() + ", " + chosen.branch();
        } else if (event instanceof SagaEvent.ItemsListed listed) {
            return kind + " " + listed.operation() + ", " + listed.items().size();
        } else if (event instanceof SagaEvent.WaitStarted started) {
            return kind + " " + started.operation() + ", next at " + time(started.dueAt()) + ", ends at "
                    + time(started.endsAt());
        } else if (event instanceof SagaEvent.WaitEscalated escalated) {
            return kind + " " + escalated.operation() + ", next at " + time(escalated.dueAt());
        } else if (event instanceof SagaEvent.OperationEvent operationEvent) {
            return kind + " " + operationEvent.operation();
        }
        return kind;
    }
}

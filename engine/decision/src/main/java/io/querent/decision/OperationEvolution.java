package io.querent.decision;

import static io.querent.decision.OperationStatus.BACKING_OFF;
import static io.querent.decision.OperationStatus.IN_FLIGHT;
import static io.querent.decision.OperationStatus.PENDING;
import static io.querent.decision.OperationStatus.REJECTED;
import static io.querent.decision.OperationStatus.SUCCEEDED;
import static io.querent.decision.OperationStatus.UNKNOWN;

import org.jspecify.annotations.Nullable;

/** How the events of one operation change it. Every change of status goes through {@link OperationLifecycle}. Pure. */
final class OperationEvolution {
    private OperationEvolution() {}

    static OperationState evolve(OperationState operation, SagaEvent.OperationEvent event) {
        if (event instanceof SagaEvent.AttemptStarted started) {
            return start(operation, started);
        } else if (event instanceof SagaEvent.PriorSendSuspected suspected) {
            return suspect(operation, suspected);
        } else if (event instanceof SagaEvent.OperationSucceeded succeeded) {
            return operation.conclude(
                    OperationLifecycle.move(operation, event, SUCCEEDED), new Conclusion.Result(succeeded.result()));
        } else if (event instanceof SagaEvent.OperationRejected rejected) {
            boolean stood = operation.result().isPresent();
            Attempts attempts = operation.attempts();
            return operation
                    .with(stood ? attempts.mayHaveRunAfterAll() : attempts)
                    .conclude(
                            OperationLifecycle.move(operation, event, REJECTED),
                            new Conclusion.Refused(
                                    rejected.code(), rejected.message(), rejected.via() == Via.OPERATOR));
        } else if (event instanceof SagaEvent.OperationGivenUp givenUp) {
            return operation.conclude(
                    OperationLifecycle.move(operation, event, REJECTED),
                    new Conclusion.Refused(givenUp.code(), givenUp.message(), true));
        } else if (event instanceof SagaEvent.LateSuccess late) {
            return operation.conclude(OperationLifecycle.move(operation, event, REJECTED), overtaken(operation, late));
        } else if (event instanceof SagaEvent.OperationRefusedWithEffect refused) {
            return operation.conclude(
                    OperationLifecycle.move(operation, event, REJECTED),
                    new Conclusion.Overtaken(refused.code(), refused.message(), refused.effect(), false));
        } else if (event instanceof SagaEvent.EffectReversed reversed) {
            return operation.conclude(
                    OperationLifecycle.move(operation, event, operation.status()),
                    new Conclusion.Reversed(operation.result().orElse("null"), reversed.code(), reversed.message()));
        } else if (event instanceof SagaEvent.EffectMadeGood) {
            return operation.conclude(
                    OperationLifecycle.move(operation, event, operation.status()), madeGood(operation));
        }
        return StepEvolution.concerns(event) ? StepEvolution.evolve(operation, event) : wait(operation, event);
    }

    /** What the downstream told is kept until it decides. Of what it knows, it cannot be said that it was never sent. */
    static OperationState hear(OperationState operation, SagaEvent.CallbackReceived callback) {
        QueryAnswer answer =
                operation.status().isFinal() ? answer(callback) : together(operation.heard(), answer(callback));
        boolean known = operation.mayHaveBeenSent() && !(answer instanceof QueryAnswer.FoundRejected);
        Attempts attempts = operation.attempts();
        return operation.with(known ? attempts.mayHaveRunAfterAll() : attempts).hear(answer);
    }

    /** Two words that cannot both be true decide nothing: the last is not the better one (R4). */
    private static QueryAnswer together(@Nullable QueryAnswer before, QueryAnswer now) {
        if (before != null && areOpposite(before, now)) {
            return new QueryAnswer.Mismatch("the downstream says that it took effect, and that it was refused");
        } else if (before instanceof QueryAnswer.Mismatch mismatch) {
            return mismatch;
        } else if (before instanceof QueryAnswer.Reversed && now instanceof QueryAnswer.Found) {
            return before;
        }
        boolean stays = before instanceof QueryAnswer.Found
                || before instanceof QueryAnswer.Reversed
                || before instanceof QueryAnswer.FoundRefusedWithEffect;
        return before != null && stays && now instanceof QueryAnswer.FoundPending ? before : now;
    }

    private static boolean areOpposite(QueryAnswer before, QueryAnswer now) {
        return verdict(before) != 0 && verdict(now) != 0 && verdict(before) != verdict(now);
    }

    private static int verdict(QueryAnswer answer) {
        if (answer instanceof QueryAnswer.Found) {
            return 1;
        } else if (answer instanceof QueryAnswer.FoundRejected) {
            return 2;
        }
        return answer instanceof QueryAnswer.FoundRefusedWithEffect ? 3 : 0;
    }

    private static QueryAnswer answer(SagaEvent.CallbackReceived callback) {
        return switch (callback.answer()) {
            case "Found" -> new QueryAnswer.Found(callback.detail());
            case "FoundRejected" -> new QueryAnswer.FoundRejected(String.valueOf(callback.code()), callback.detail());
            case "Reversed" -> new QueryAnswer.Reversed(String.valueOf(callback.code()), callback.detail());
            case "FoundRefusedWithEffect" ->
                new QueryAnswer.FoundRefusedWithEffect(
                        String.valueOf(callback.code()), callback.detail(), String.valueOf(callback.effect()));
            case "FoundPending" -> new QueryAnswer.FoundPending(callback.detail());
            case "Mismatch" -> new QueryAnswer.Mismatch(callback.detail());
            default -> throw new IllegalStateException("a callback cannot answer " + callback.answer());
        };
    }

    private static Conclusion overtaken(OperationState operation, SagaEvent.LateSuccess late) {
        if (operation.conclusion() instanceof Conclusion.Refused refused) {
            return new Conclusion.Overtaken(refused.code(), refused.message(), late.result(), false);
        }
        throw new IllegalStateException("operation " + operation.name() + " was not given up");
    }

    private static Conclusion madeGood(OperationState operation) {
        if (operation.conclusion() instanceof Conclusion.Result result) {
            return new Conclusion.Result(result.json(), true);
        } else if (operation.conclusion() instanceof Conclusion.Overtaken late) {
            return new Conclusion.Overtaken(late.code(), late.message(), late.json(), true);
        }
        throw new IllegalStateException("operation " + operation.name() + " has no effect to make good for");
    }

    private static OperationState start(OperationState operation, SagaEvent.AttemptStarted event) {
        Attempts attempts = operation.attempts().begin(event.attempt(), event.at(), event.deadline());
        return operation
                .freeze(event.request())
                .with(
                        OperationLifecycle.move(operation, event, IN_FLIGHT),
                        attempts,
                        operation.waiting().forAnswer());
    }

    private static OperationState suspect(OperationState operation, SagaEvent.PriorSendSuspected event) {
        return operation
                .freeze(event.request())
                .with(
                        OperationLifecycle.move(operation, event, UNKNOWN),
                        Attempts.forgotten(event.at()),
                        Waiting.NOTHING.unknown(event.queryAt(), event.absentFrom(), event.at()));
    }

    private static OperationState wait(OperationState operation, SagaEvent.OperationEvent event) {
        Attempts attempts = operation.attempts();
        Waiting waiting = operation.waiting();
        if (event instanceof SagaEvent.AttemptNotExecuted notExecuted) {
            OperationStatus next = waiting.unresolved() ? UNKNOWN : BACKING_OFF;
            return operation.with(
                    OperationLifecycle.move(operation, event, next),
                    attempts.unsent(),
                    waiting.until(notExecuted.retryAt()));
        } else if (event instanceof SagaEvent.OutcomeUnknown unknown) {
            return operation.with(
                    OperationLifecycle.move(operation, event, UNKNOWN),
                    attempts.mayHaveRun(),
                    waiting.unknown(unknown.queryAt(), unknown.absentFrom(), unknown.at()));
        } else if (event instanceof SagaEvent.OperationPending pending) {
            int asked = waiting.queries() + (pending.via() == Via.QUERY ? 1 : 0);
            return operation
                    .with(
                            OperationLifecycle.move(operation, event, PENDING),
                            accepted(operation),
                            waiting.pending(pending.reference(), pending.queryAt(), asked, pending.at()))
                    .hear(null);
        } else if (event instanceof SagaEvent.QueryInconclusive inconclusive) {
            return operation.with(
                    OperationLifecycle.move(operation, event, operation.status()),
                    attempts,
                    inconclusive.wasAsked()
                            ? waiting.asked(inconclusive.query(), inconclusive.queryAt())
                            : waiting.notAsked(inconclusive.queryAt()));
        } else if (event instanceof SagaEvent.AbsenceEstablished absence) {
            return operation.with(
                    OperationLifecycle.move(operation, event, BACKING_OFF),
                    attempts,
                    Waiting.NOTHING.until(absence.retryAt()));
        }
        return renew(operation, event);
    }

    /** What the downstream has accepted may have taken effect, also where it had said so before the attempt that it refused. */
    private static Attempts accepted(OperationState operation) {
        Attempts attempts = operation.attempts();
        return switch (operation.status()) {
            case IN_FLIGHT -> attempts.mayHaveRun();
            case BACKING_OFF -> attempts.mayHaveRunAfterAll();
            default -> attempts;
        };
    }

    private static OperationState renew(OperationState operation, SagaEvent.OperationEvent event) {
        Attempts attempts = operation.attempts();
        Waiting waiting = operation.waiting();
        if (event instanceof SagaEvent.QuestionsRenewed renewed) {
            return operation.with(
                    OperationLifecycle.move(operation, event, UNKNOWN),
                    attempts,
                    waiting.asking(renewed.queryAt(), renewed.at()));
        } else if (event instanceof SagaEvent.AttemptsRenewed renewed) {
            boolean mayHaveRun = attempts.uncertain() > 0;
            return operation.with(
                    OperationLifecycle.move(operation, event, mayHaveRun ? UNKNOWN : BACKING_OFF),
                    attempts.renew(operation.status() == REJECTED, renewed.at()),
                    mayHaveRun ? waiting.sendingAgain(renewed.retryAt()) : Waiting.NOTHING.until(renewed.retryAt()));
        }
        throw new IllegalStateException("no evolution for " + event.getClass().getSimpleName());
    }
}

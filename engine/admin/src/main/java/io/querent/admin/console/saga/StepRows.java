package io.querent.admin.console.saga;

import io.querent.admin.console.action.Offers;
import io.querent.admin.console.page.Badge;
import io.querent.admin.console.page.Links;
import io.querent.admin.console.page.Moment;
import io.querent.admin.graph.StepGraphs;
import io.querent.decision.Conclusion;
import io.querent.decision.OperationState;
import io.querent.decision.SagaEvent;
import io.querent.decision.SagaState;
import io.querent.decision.Via;
import io.querent.runtime.masking.TextMask;
import io.querent.saga.DefinitionShape;
import io.querent.saga.OperationKey;
import io.querent.saga.StepShape;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Makes a row of every step, of the items of each, and of what makes good for them, in the definition's order. Pure. */
final class StepRows {
    private final SagaState state;
    private final @Nullable DefinitionShape shape;
    private final Offers offers;
    private final TextMask mask;
    private final Map<String, String> troubles;
    private final Map<String, Integer> questions;

    StepRows(SagaState state, List<SagaEvent> events, @Nullable DefinitionShape shape, Offers offers, TextMask mask) {
        this.state = state;
        this.shape = shape;
        this.offers = offers;
        this.mask = mask;
        this.troubles = troubles(events);
        this.questions = questions(events);
    }

    /** Names of all operations and steps, in order. */
    List<String> names() {
        Map<String, List<String>> byStep = new HashMap<>();
        state.operations()
                .keySet()
                .forEach(name -> byStep.computeIfAbsent(OperationKey.stepOf(name), step -> new ArrayList<>())
                        .add(name));
        Set<String> names = new LinkedHashSet<>();
        if (shape != null) {
            for (StepShape step : shape.steps()) {
                names.add(step.name());
                names.addAll(byStep.getOrDefault(step.name(), List.of()));
            }
        }
        names.addAll(state.operations().keySet());
        return List.copyOf(names);
    }

    /** The row of that name. */
    StepRow row(String name) {
        OperationState operation = state.operation(name);
        boolean undo = state.key().operation(name).isCompensation();
        String trouble = troubles.getOrDefault(name, "");
        return new StepRow(
                name,
                kind(name, undo),
                undo ? OperationKey.actionOf(name) : "",
                badge(operation),
                operation.attempts().started(),
                questions.getOrDefault(name, 0),
                state.amountOf(name).map(Object::toString).orElse(""),
                Moment.ofNullable(operation.waiting().dueAt()),
                operation.status().isFinal() && !(operation.conclusion() instanceof Conclusion.Refused)
                        ? ""
                        : mask.mask(trouble, state.key()),
                Links.operation(state.key().id(), name),
                offers.onOperation(name));
    }

    /** A case that is open shows, also where an outcome is recorded. */
    static Badge badge(SagaState state, String name) {
        OperationState operation = state.operation(name);
        if (state.reviews().containsKey(name)) {
            return new Badge(
                    "person",
                    "⚑",
                    Badge.of(operation.status()).words().equals("In review")
                            ? "In review"
                            : Badge.of(operation.status()).words() + ", in review");
        }
        return operation.conclusion() instanceof Conclusion.Reversed
                ? new Badge("bad", "↺", "Taken back")
                : Badge.of(operation.status());
    }

    private Badge badge(OperationState operation) {
        return badge(state, operation.name());
    }

    private String kind(String name, boolean undo) {
        if (undo) {
            return "makes good for " + OperationKey.actionOf(name);
        } else if (name.indexOf('.') >= 0) {
            return "item";
        }
        return shape == null ? "" : shape.step(name).map(StepGraphs::kind).orElse("");
    }

    /** Questions that were answered, or not; all of them, and not those since the latest trouble alone. */
    private static Map<String, Integer> questions(List<SagaEvent> events) {
        Map<String, Integer> asked = new HashMap<>();
        for (SagaEvent event : events) {
            boolean answer = event instanceof SagaEvent.QueryInconclusive inconclusive && inconclusive.wasAsked()
                    || event instanceof SagaEvent.AbsenceEstablished
                    || event instanceof SagaEvent.OperationSucceeded succeeded && succeeded.via() == Via.QUERY
                    || event instanceof SagaEvent.OperationRejected rejected && rejected.via() == Via.QUERY
                    || event instanceof SagaEvent.OperationPending pending && pending.via() == Via.QUERY;
            if (answer) {
                asked.merge(((SagaEvent.OperationEvent) event).operation(), 1, Integer::sum);
            }
        }
        return asked;
    }

    private static Map<String, String> troubles(List<SagaEvent> events) {
        Map<String, String> latest = new HashMap<>();
        for (SagaEvent event : events) {
            if (event instanceof SagaEvent.OutcomeUnknown e) {
                latest.put(e.operation(), e.evidence());
            } else if (event instanceof SagaEvent.AttemptNotExecuted e) {
                latest.put(e.operation(), e.code() + ": " + e.message());
            } else if (event instanceof SagaEvent.OperationRejected e) {
                latest.put(e.operation(), e.code() + ": " + e.message());
            } else if (event instanceof SagaEvent.OperationGivenUp e) {
                latest.put(e.operation(), e.code() + ": " + e.message());
            } else if (event instanceof SagaEvent.WaitRefused e) {
                latest.put(e.operation(), e.code() + ": " + e.message());
            } else if (event instanceof SagaEvent.ReviewOpened e) {
                latest.put(e.operation(), e.reason() + ": " + e.detail());
            }
        }
        return latest;
    }
}

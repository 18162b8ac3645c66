package io.querent.testkit.explorer;

import io.querent.decision.Authority;
import io.querent.decision.Decision;
import io.querent.decision.Effect;
import io.querent.decision.OperationStatus;
import io.querent.decision.OperatorDecision;
import io.querent.decision.SagaCommand;
import io.querent.decision.SagaEvent;
import io.querent.decision.SagaState;
import io.querent.decision.UndoOrders;
import io.querent.saga.OperationKey;
import io.querent.saga.SagaDefinition;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Mistakes that can be made where effects are made good for in parts. */
final class PartMutants {
    private PartMutants() {}

    /** A part counts from when it is done: the sum is looked at, and not what was ordered. */
    static final class Uncounted extends BrokenCore {
        @Override
        public Decision decide(SagaDefinition<?> definition, @Nullable SagaState state, SagaCommand command) {
            Decision properly = properly(definition, state, command);
            boolean ordered = state != null
                    && command instanceof SagaCommand.Decide decide
                    && decide.decision() instanceof OperatorDecision.CompensatePart part
                    && state.orders().containsKey(part.operation());
            return ordered
                            && properly instanceof Decision.Refused no
                            && no.message().contains("more than is left")
                    ? ordered(state, (SagaCommand.Decide) command)
                    : properly;
        }

        private Decision ordered(SagaState state, SagaCommand.Decide command) {
            OperatorDecision.CompensatePart part = (OperatorDecision.CompensatePart) command.decision();
            UndoOrders orders =
                    state.orders().getOrDefault(part.operation(), new UndoOrders(false, null, Map.of(), Set.of()));
            Authority by = command.authority();
            return decided(
                    state,
                    List.of(
                            new SagaEvent.DecisionTaken(
                                    part.name(),
                                    part.operation(),
                                    "",
                                    by.operator(),
                                    by.reason(),
                                    by.revision(),
                                    by.requestId(),
                                    command.at()),
                            new SagaEvent.PartOrdered(
                                    part.operation(),
                                    OperationKey.partOf(
                                            part.operation(), orders.parts().size() + 1),
                                    part.amount(),
                                    orders.worth(),
                                    command.at())));
        }
    }

    /** The rest is undone beside a part of which nobody knows what became. */
    static final class BesideAPart extends BrokenCore {
        private static final String REST = "charge.undo";

        @Override
        public List<Effect> effects(SagaDefinition<?> definition, SagaState state, Instant now) {
            List<Effect> effects = new ArrayList<>(super.effects(definition, state, now));
            if (isToWait(state)) {
                effects.add(0, new Effect.Attempt(REST));
            }
            return effects;
        }

        @Override
        public Decision decide(SagaDefinition<?> definition, @Nullable SagaState state, SagaCommand command) {
            return state != null
                            && isToWait(state)
                            && command instanceof SagaCommand.StartAttempt start
                            && start.operation().equals(REST)
                    ? decided(state, List.of(begin(definition, state, start)))
                    : properly(definition, state, command);
        }

        private static boolean isToWait(SagaState state) {
            return state.compensating()
                    && state.end() == null
                    && state.statusOf("charge.undo-1") == OperationStatus.UNKNOWN
                    && state.statusOf(REST) == OperationStatus.PLANNED;
        }
    }
}

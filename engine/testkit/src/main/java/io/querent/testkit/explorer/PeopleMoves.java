package io.querent.testkit.explorer;

import io.querent.decision.OperationStatus;
import io.querent.decision.OperatorDecision;
import io.querent.decision.SagaStatus;
import io.querent.decision.UndoOrders;
import io.querent.saga.Amount;
import io.querent.saga.StepDefinition;
import io.querent.saga.WaitDefinition;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What people decide about steps and operations, at any point. What they state about an operation is true; what they ask for may be
 * anything. What a step waits for costs nothing, a no is a refusal, everything else is an intervention.
 */
final class PeopleMoves implements MoveSource {
    /** What a person saw who left the page open since the saga was started. */
    private static final long AT_FIRST = 1;

    private static final UndoOrders NO_ORDERS = new UndoOrders(false, null, Map.of(), Set.of());

    @Override
    public void offer(Setting setting, World world, List<Move> moves) {
        if (world.state.end() == SagaStatus.ABANDONED) {
            return;
        }
        boolean mayIntervene = world.interventions < setting.bounds().interventions();
        for (StepDefinition<?> step : setting.steps()) {
            approve(setting, world, step, mayIntervene, moves);
            if (mayIntervene && world.state.statusOf(step.name()) == OperationStatus.REJECTED) {
                moves.add(Decide.now(world, new OperatorDecision.Redrive(step.name())));
            }
            if (mayIntervene) {
                orderUndo(setting, world, step, moves);
            }
        }
        for (Operation operation : setting.operations()) {
            boolean begun = world.state.operations().containsKey(operation.name());
            if (mayIntervene && begun && !operation.isMessage()) {
                decide(world, operation, moves);
            }
        }
    }

    private static void approve(
            Setting setting, World world, StepDefinition<?> step, boolean mayIntervene, List<Move> moves) {
        boolean wanted = step.body() instanceof WaitDefinition<?> wait
                && wait.kind() == WaitDefinition.Kind.APPROVAL
                && world.state.statusOf(step.name()) == OperationStatus.AWAITING;
        if (!wanted) {
            return;
        }
        String name = step.name();
        long seen = world.state.version();
        OperatorDecision approve = new OperatorDecision.Approve(name);
        moves.add(new Decide(approve, seen, "approve-" + name + world.interventions, Decide.Cost.NONE));
        if (world.refusals < setting.bounds().refusals()) {
            OperatorDecision decline = new OperatorDecision.Decline(name);
            moves.add(new Decide(decline, seen, "decline-" + name + world.interventions, Decide.Cost.REFUSAL));
        }
        if (mayIntervene) {
            moves.add(Decide.seen(world, approve, AT_FIRST));
        }
    }

    /** Of a step that states an amount people may want all made good for, or parts that are too much together. */
    private static void orderUndo(Setting setting, World world, StepDefinition<?> step, List<Move> moves) {
        boolean done = step.action().flatMap(Setting::worth).isPresent()
                && world.state.statusOf(step.name()) == OperationStatus.SUCCEEDED;
        if (!done) {
            return;
        }
        moves.add(Decide.now(world, new OperatorDecision.CompensateStep(step.name())));
        int ordered = world.state
                .orders()
                .getOrDefault(step.name(), NO_ORDERS)
                .parts()
                .size();
        if (ordered < setting.parts(step).size()) {
            Amount most = step.action().flatMap(Setting::worth).orElseThrow();
            moves.add(Decide.now(world, new OperatorDecision.CompensatePart(step.name(), sixTenths(most))));
            moves.add(Decide.seen(world, new OperatorDecision.CompensatePart(step.name(), sixTenths(most)), AT_FIRST));
            moves.add(Decide.now(world, new OperatorDecision.CompensatePart(step.name(), fourTenths(most))));
        }
    }

    private static Amount sixTenths(Amount all) {
        return new Amount(all.value().multiply(new BigDecimal("0.6")).stripTrailingZeros(), all.currency());
    }

    private static Amount fourTenths(Amount all) {
        return new Amount(all.value().multiply(new BigDecimal("0.4")).stripTrailingZeros(), all.currency());
    }

    private static void decide(World world, Operation operation, List<Move> moves) {
        String name = operation.name();
        moves.add(Decide.now(world, new OperatorDecision.AskAgain(name)));
        moves.add(Decide.seen(world, new OperatorDecision.AskAgain(name), AT_FIRST));
        if (!isRefusedElsewhere(world, operation)) {
            moves.add(Decide.now(world, new OperatorDecision.Resend(name)));
        }
        moves.add(Decide.now(world, new OperatorDecision.MadeGood(name, "a transfer by hand")));
        List<Entry> entries = world.book(operation.index()).entries();
        if (entries.stream().anyMatch(entry -> entry.fate() == Entry.Fate.DECLINED_WITH_EFFECT)) {
            return;
        }
        if (world.book(operation.index()).effects() > 0) {
            moves.add(Decide.now(world, new OperatorDecision.ConfirmSucceeded(name, "\"done\"", "their statement")));
        } else if (entries.stream().anyMatch(entry -> entry.fate() == Entry.Fate.DECLINED)) {
            String code = entries.get(entries.size() - 1).code();
            moves.add(Decide.now(world, new OperatorDecision.ConfirmFailed(name, code, "their statement")));
        } else if (entries.isEmpty() && !mayStillArrive(world, operation)) {
            moves.add(Decide.now(world, new OperatorDecision.ConfirmNeverRan(name, "their statement")));
        }
    }

    /**
     * Whether a request was refused that the downstream would not recognise. Sent again it is another request, and neither a
     * question nor a message tells which of the two it is about: what would come of it cannot be known to anybody.
     */
    private static boolean isRefusedElsewhere(World world, Operation operation) {
        return world.book(operation.index()).entries().stream()
                .anyMatch(entry -> entry.fate() == Entry.Fate.DECLINED
                        && !entry.isRemembered(entry.key(), operation.retention(), world.now));
    }

    private static boolean mayStillArrive(World world, Operation operation) {
        Party stale = world.stale;
        return world.letters.stream().anyMatch(letter -> letter.operation() == operation.index())
                || (stale != null && stale.isBusyWith(operation.index()));
    }
}

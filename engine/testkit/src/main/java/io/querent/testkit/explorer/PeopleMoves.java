package io.querent.testkit.explorer;

import io.querent.decision.Authority;
import io.querent.decision.OperatorDecision;
import io.querent.decision.SagaCommand;
import io.querent.decision.SagaState;
import io.querent.decision.SagaStatus;
import java.util.List;

/** What people do, at any point. What they state about an operation is true; what they ask for may be anything. */
final class PeopleMoves implements MoveSource {
    /** What a person saw who left the page open since the saga was started. */
    private static final long AT_FIRST = 1;

    @Override
    public void offer(Setting setting, World world, List<Move> moves) {
        if (world.interventions >= setting.bounds().interventions() || world.state.end() == SagaStatus.ABANDONED) {
            return;
        }
        if (!world.hasEnded()) {
            moves.add(new Wake(world.interventions + 1));
            if (world.interventions > 0) {
                moves.add(new Wake(world.interventions));
            }
            moves.add(decide(world, new OperatorDecision.Abandon()));
        }
        moves.add(decide(world, new OperatorDecision.Compensate()));
        for (Operation operation : setting.operations()) {
            if (world.state.operations().containsKey(operation.name())) {
                decide(world, operation, moves);
            }
        }
    }

    private static void decide(World world, Operation operation, List<Move> moves) {
        String name = operation.name();
        moves.add(decide(world, new OperatorDecision.AskAgain(name)));
        moves.add(new Decide(new OperatorDecision.AskAgain(name), AT_FIRST, world.interventions + 1));
        if (!isRefusedElsewhere(world, operation)) {
            moves.add(decide(world, new OperatorDecision.Resend(name)));
        }
        moves.add(decide(world, new OperatorDecision.MadeGood(name, "a transfer by hand")));
        Book book = world.book(operation.index());
        if (book.effects() > 0) {
            moves.add(decide(world, new OperatorDecision.ConfirmSucceeded(name, "\"done\"", "their statement")));
        } else if (book.entries().stream().anyMatch(entry -> entry.fate() == Entry.Fate.DECLINED)) {
            moves.add(decide(world, new OperatorDecision.ConfirmFailed(name, "declined", "their statement")));
        } else if (book.entries().isEmpty() && !mayStillArrive(world, operation)) {
            moves.add(decide(world, new OperatorDecision.ConfirmNeverRan(name, "their statement")));
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

    private static Move decide(World world, OperatorDecision decision) {
        return new Decide(decision, world.state.version(), world.interventions + 1);
    }

    /** @param number part of the request's id: an operator's command may come again under the same one */
    private record Wake(int number) implements Move {
        @Override
        public void make(Scene scene) {
            SagaState before = scene.world().state;
            scene.submit(new SagaCommand.WakeSaga("operator", "impatience", "request-" + number, scene.now()));
            scene.world().interventions += scene.world().state == before ? 0 : 1;
        }

        @Override
        public String who(World world) {
            return "operator";
        }

        @Override
        public String what(Setting setting) {
            return "asks to go on now, request-" + number;
        }

        @Override
        public boolean isUrgent() {
            return false;
        }

        @Override
        public boolean mayStayAway() {
            return true;
        }
    }

    /**
     * A person decides.
     *
     * @param revision what that person had seen
     * @param number part of the request's id
     */
    private record Decide(OperatorDecision decision, long revision, int number) implements Move {
        @Override
        public void make(Scene scene) {
            SagaState before = scene.world().state;
            Authority authority = new Authority("operator", "a complaint", revision, "request-" + number);
            scene.submit(new SagaCommand.Decide(decision, authority, scene.now()));
            scene.world().interventions += scene.world().state == before ? 0 : 1;
        }

        @Override
        public String who(World world) {
            return "operator";
        }

        @Override
        public String what(Setting setting) {
            String about = decision instanceof OperatorDecision.OnOperation on ? " " + on.operation() : "";
            return "decides " + decision.name() + about + ", having seen revision " + revision;
        }

        @Override
        public boolean isUrgent() {
            return false;
        }

        @Override
        public boolean mayStayAway() {
            return true;
        }
    }
}

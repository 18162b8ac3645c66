package io.querent.testkit.explorer;

import io.querent.decision.Authority;
import io.querent.decision.OperatorDecision;
import io.querent.decision.SagaCommand;
import io.querent.decision.SagaState;
import io.querent.decision.SagaStatus;
import java.util.List;

/** What people want of the saga as a whole, at any point: wake it, turn it back, stop it, let it go on, give it up. */
final class CourseMoves implements MoveSource {
    @Override
    public void offer(Setting setting, World world, List<Move> moves) {
        if (world.state.end() == SagaStatus.ABANDONED) {
            return;
        }
        if (world.state.paused()) {
            // Whoever stops a saga lets it go on some time: both together are one intervention.
            moves.add(new Decide(
                    new OperatorDecision.Resume(),
                    world.state.version(),
                    "resume-" + world.interventions,
                    Decide.Cost.NONE));
        }
        if (world.interventions < setting.bounds().interventions()) {
            intervene(world, moves);
        }
    }

    private static void intervene(World world, List<Move> moves) {
        if (!world.hasEnded()) {
            moves.add(new Wake(world.interventions + 1));
            if (world.interventions > 0) {
                moves.add(new Wake(world.interventions));
            }
            moves.add(Decide.now(world, new OperatorDecision.Abandon()));
            moves.add(Decide.seen(world, new OperatorDecision.Pause(), Authority.UNSEEN));
        }
        moves.add(Decide.now(world, new OperatorDecision.Compensate()));
        moves.add(Decide.seen(world, new OperatorDecision.Cancel(), Authority.UNSEEN));
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
}

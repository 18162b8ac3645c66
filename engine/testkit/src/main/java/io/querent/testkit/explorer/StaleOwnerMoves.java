package io.querent.testkit.explorer;

import io.querent.decision.Effect;
import io.querent.decision.SagaState;
import java.util.List;

/**
 * What an owner does that was held up until another had taken over, and does not know. Its requests go out until their own time
 * limit; what it wants to store is for storage to refuse. Nothing of it is urgent.
 */
final class StaleOwnerMoves implements MoveSource {
    @Override
    public void offer(Setting setting, World world, List<Move> moves) {
        Party stale = world.stale;
        if (stale == null || world.owner == null) {
            return;
        }
        for (Errand errand : stale.errands()) {
            offer(world, stale.owner().token(), errand, moves);
        }
        SagaState view = stale.view();
        if (view != null) {
            plan(setting, world, stale, view, moves);
        }
    }

    private static void offer(World world, long token, Errand errand, List<Move> moves) {
        if (errand instanceof Errand.Send send) {
            if (!world.now.isAfter(send.deadline())) {
                moves.add(new Late(new SendRequest(token, send)));
            }
        } else if (errand instanceof Errand.Await await) {
            if (!world.now.isBefore(await.deadline())) {
                moves.add(new Late(new GiveUpWaiting(token, await)));
            }
        } else if (errand instanceof Errand.Reply reply) {
            moves.add(new Late(new ReceiveReply(token, reply, 1)));
        } else if (errand instanceof Errand.Answer answer) {
            moves.add(new Late(new RecordAnswer(token, answer, false)));
        } else if (errand instanceof Errand.Perform perform) {
            moves.add(new Late(new PerformLocally(token, perform, PerformLocally.Ending.COMMITTED, "")));
        }
    }

    /** A stale owner's questions do no harm: only what it would begin is of interest, and one way in which it would. */
    private static void plan(Setting setting, World world, Party stale, SagaState view, List<Move> moves) {
        long token = stale.owner().token();
        for (Effect effect : setting.core().effects(setting.definition(), view, world.now)) {
            if (effect instanceof Effect.Attempt attempt) {
                int operation = setting.operation(attempt.operation()).index();
                if (!stale.isBusyWith(operation)) {
                    moves.add(new Late(new CommitIntent(token, operation)));
                }
            } else if (effect instanceof Effect.Begin begin) {
                moves.add(new Late(
                        Beginnings.of(setting, token, begin.operation()).get(0)));
            } else if (effect instanceof Effect.EndWait end) {
                moves.add(new Late(Beginnings.end(setting, token, end.operation())));
            } else if (effect instanceof Effect.PassDeadline) {
                moves.add(new Late(Beginnings.deadline(token)));
            }
        }
    }

    /** The same at any time. */
    private record Late(Move move) implements Move {
        @Override
        public void make(Scene scene) {
            move.make(scene);
        }

        @Override
        public String who(World world) {
            return move.who(world) + " (stale)";
        }

        @Override
        public String what(Setting setting) {
            return move.what(setting);
        }

        @Override
        public boolean isUrgent() {
            return false;
        }
    }
}

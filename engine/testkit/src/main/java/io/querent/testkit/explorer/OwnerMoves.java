package io.querent.testkit.explorer;

import io.querent.decision.Effect;
import io.querent.decision.OperationStatus;
import java.util.List;

/** What the owner does: everything that the core asks for, and everything that it has in mind. */
final class OwnerMoves implements MoveSource {
    @Override
    public void offer(Setting setting, World world, List<Move> moves) {
        Party owner = world.owner;
        if (owner == null) {
            return;
        }
        for (Errand errand : owner.errands()) {
            offer(setting, world, owner, errand, moves);
        }
        for (Effect effect : setting.core().effects(setting.definition(), world.state, world.now)) {
            offer(setting, world, owner, effect, moves);
        }
    }

    private static void offer(Setting setting, World world, Party owner, Errand errand, List<Move> moves) {
        long token = owner.owner().token();
        if (errand instanceof Errand.Send send) {
            moves.add(new SendRequest(token, send));
        } else if (errand instanceof Errand.Await await && !world.hasEnded()) {
            if (!world.now.isBefore(await.deadline())) {
                moves.add(new GiveUpWaiting(token, await));
            }
        } else if (errand instanceof Errand.Reply reply) {
            moves.add(new ReceiveReply(token, reply, 1));
            if (Alphabet.mayFail(setting, world)) {
                moves.add(new ReceiveReply(token, reply, 2));
            }
        } else if (errand instanceof Errand.Answer answer) {
            boolean urgent = !answer.slow() || !world.now.isBefore(answer.until());
            moves.add(new RecordAnswer(token, answer, urgent));
        } else if (errand instanceof Errand.Perform perform) {
            perform(setting, world, token, perform, moves);
        }
    }

    private static void perform(Setting setting, World world, long token, Errand.Perform errand, List<Move> moves) {
        moves.add(new PerformLocally(token, errand, PerformLocally.Ending.COMMITTED, ""));
        Operation operation = setting.operation(errand.operation());
        if (operation.mayBeRefused() && world.refusals < setting.bounds().refusals()) {
            for (String code : operation.refusals()) {
                moves.add(new PerformLocally(token, errand, PerformLocally.Ending.DECLINED, code));
            }
        }
        if (Alphabet.mayFail(setting, world)) {
            moves.add(new PerformLocally(token, errand, PerformLocally.Ending.ROLLED_BACK, ""));
        }
    }

    private static void offer(Setting setting, World world, Party owner, Effect effect, List<Move> moves) {
        long token = owner.owner().token();
        if (effect instanceof Effect.Attempt attempt) {
            int operation = setting.operation(attempt.operation()).index();
            if (!owner.isBusyWith(operation)) {
                moves.add(new CommitIntent(token, operation));
                if (world.state.statusOf(attempt.operation()) == OperationStatus.PLANNED) {
                    moves.addAll(Beginnings.skipped(setting, token, attempt.operation()));
                }
            }
        } else if (effect instanceof Effect.Ask ask) {
            int operation = setting.operation(ask.operation()).index();
            if (!owner.isBusyWith(operation)) {
                ask(setting, world, token, operation, moves);
            }
        } else if (effect instanceof Effect.Begin begin) {
            moves.addAll(Beginnings.of(setting, token, begin.operation()));
        } else if (effect instanceof Effect.EndWait end) {
            moves.add(Beginnings.end(setting, token, end.operation()));
        } else if (effect instanceof Effect.PassDeadline) {
            moves.add(Beginnings.deadline(token));
        }
    }

    private static void ask(Setting setting, World world, long token, int operation, List<Move> moves) {
        moves.add(new AskQuestion(token, operation, AskQuestion.Reading.TRUTH));
        if (Alphabet.mayFail(setting, world)) {
            moves.add(new AskQuestion(token, operation, AskQuestion.Reading.UNAVAILABLE));
            moves.add(new AskQuestion(token, operation, AskQuestion.Reading.NOT_ASKED));
            if (AskQuestion.mayLag(world, operation)) {
                moves.add(new AskQuestion(token, operation, AskQuestion.Reading.LAGGING));
            }
        }
    }
}

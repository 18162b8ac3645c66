package io.querent.testkit.explorer;

import java.util.List;

/** What the network does to requests and answers. */
final class NetworkMoves implements MoveSource {
    @Override
    public void offer(Setting setting, World world, List<Move> moves) {
        boolean mayFail = Alphabet.mayFail(setting, world);
        for (Letter letter : world.letters) {
            arrive(setting, world, letter, moves);
            if (mayFail && !letter.slow()) {
                meddle(setting, world, letter, moves);
            }
        }
        Party owner = world.owner;
        if (mayFail && owner != null) {
            for (Errand errand : owner.errands()) {
                meddle(setting, owner, errand, moves);
            }
        }
    }

    private static void arrive(Setting setting, World world, Letter letter, List<Move> moves) {
        Operation operation = setting.operation(letter.operation());
        if (Arrive.isRecognised(operation, world, letter)) {
            moves.add(new Arrive(letter, Arrive.Treatment.RECOGNISED));
            return;
        }
        moves.add(new Arrive(letter, Arrive.Treatment.APPLIED));
        if (!world.hasEnded() && world.refusals < setting.bounds().refusals()) {
            refuse(operation, letter, moves);
        }
        boolean mayFail = Alphabet.mayFail(setting, world);
        if (mayFail || operation.isChild()) {
            moves.add(new Arrive(letter, Arrive.Treatment.PENDING));
        }
        if (mayFail) {
            fail(world, letter, moves);
        }
    }

    private static void refuse(Operation operation, Letter letter, List<Move> moves) {
        if (operation.mayBeRefused()) {
            for (String code : operation.refusals()) {
                moves.add(new Arrive(letter, Arrive.Treatment.DECLINED, code));
            }
        }
        if (operation.mayBeRefusedWithEffect()) {
            moves.add(new Arrive(letter, Arrive.Treatment.DECLINED_WITH_EFFECT, Operation.DECLINED));
        }
    }

    private static void fail(World world, Letter letter, List<Move> moves) {
        moves.add(new Arrive(letter, Arrive.Treatment.APPLIED_AND_FAILED));
        moves.add(new Arrive(letter, Arrive.Treatment.FAILED));
        // A copy of it may still be carried out: that nothing was executed would not be proved then.
        boolean only =
                world.letters.stream().filter(other -> isSame(other, letter)).count() == 1;
        if (only) {
            moves.add(new Arrive(letter, Arrive.Treatment.NOT_EXECUTED));
        }
    }

    private static boolean isSame(Letter one, Letter other) {
        return one.operation() == other.operation() && one.attempt() == other.attempt();
    }

    private static void meddle(Setting setting, World world, Letter letter, List<Move> moves) {
        Operation operation = setting.operation(letter.operation());
        String named = Words.attempt(setting, letter.operation(), letter.attempt());
        moves.add(Meddle.lose(letter, named));
        moves.add(Meddle.delay(letter, named));
        // A copy that arrives when the key is forgotten would be carried out again: no engine could help that.
        if (operation.honoursKeys() && letter.before().isBefore(world.now.plus(operation.retention()))) {
            moves.add(Meddle.copy(letter, named));
        }
    }

    private static void meddle(Setting setting, Party owner, Errand errand, List<Move> moves) {
        if (errand instanceof Errand.Reply reply && !reply.slow()) {
            moves.add(Meddle.lose(owner, reply, Words.attempt(setting, reply)));
            moves.add(Meddle.delay(owner, reply, Words.attempt(setting, reply)));
        } else if (errand instanceof Errand.Answer answer && !answer.slow()) {
            moves.add(Meddle.delay(
                    owner, answer, setting.operation(answer.operation()).name()));
        }
    }
}

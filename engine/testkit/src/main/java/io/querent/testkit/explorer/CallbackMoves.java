package io.querent.testkit.explorer;

import io.querent.decision.QueryAnswer;
import io.querent.decision.SagaCommand;
import io.querent.decision.SagaState;
import java.util.List;

/** Downstreams tell, unasked, what became of an operation: the truth, or what was true when the message set out. At any time. */
final class CallbackMoves implements MoveSource {
    private static final String SOURCE = "downstream";

    @Override
    public void offer(Setting setting, World world, List<Move> moves) {
        boolean mayTell = world.callbacks < setting.bounds().callbacks();
        for (Operation operation : setting.operations()) {
            List<Entry> entries = world.book(operation.index()).entries();
            if (operation.isElsewhere() && !entries.isEmpty()) {
                reversal(world, operation, entries, mayTell, moves);
                if (mayTell) {
                    offer(operation, entries, moves);
                }
            }
        }
    }

    /** That an effect was taken back is told once at no cost: the provider's part is done by then. */
    private static void reversal(
            World world, Operation operation, List<Entry> entries, boolean mayTell, List<Move> moves) {
        if (entries.stream().anyMatch(entry -> entry.fate() == Entry.Fate.REVERSED)) {
            Tell tell = new Tell(operation.index(), new QueryAnswer.Reversed("returned", "taken back"));
            boolean told = world.state.handledRequests().contains(SOURCE + "/" + tell.message(operation.name()));
            if (!told || mayTell) {
                moves.add(tell);
            }
        }
    }

    /**
     * A refusal is told for as long as it is the downstream's last word. A message carries no number of an attempt: told after a
     * person had a refused request sent again, where keys are ignored, it would be about another one.
     */
    private static void offer(Operation operation, List<Entry> entries, List<Move> moves) {
        if (entries.stream().anyMatch(Entry::wasPending)) {
            moves.add(new Tell(operation.index(), new QueryAnswer.FoundPending("reference-1")));
        }
        Entry last = entries.get(entries.size() - 1);
        if (last.fate() == Entry.Fate.DECLINED_WITH_EFFECT) {
            moves.add(new Tell(
                    operation.index(), new QueryAnswer.FoundRefusedWithEffect(last.code(), "declined", "\"a fee\"")));
        } else if (entries.stream().anyMatch(Entry::isEffect)) {
            moves.add(new Tell(operation.index(), new QueryAnswer.Found("\"done\"")));
        } else if (last.fate() == Entry.Fate.DECLINED) {
            moves.add(new Tell(operation.index(), new QueryAnswer.FoundRejected(last.code(), "declined")));
        }
    }

    /** The same message may come again, under the same id. */
    private record Tell(int operation, QueryAnswer answer) implements Move {
        @Override
        public void make(Scene scene) {
            World world = scene.world();
            SagaState before = world.state;
            String name = scene.name(operation);
            scene.submit(
                    new SagaCommand.RecordCallback(name, message(name), SOURCE, answer, scene.draw(), scene.now()));
            boolean free = answer instanceof QueryAnswer.Reversed;
            world.callbacks += world.state == before || free ? 0 : 1;
        }

        String message(String name) {
            return name + "-" + Words.of(answer);
        }

        @Override
        public String who(World world) {
            return SOURCE;
        }

        @Override
        public String what(Setting setting) {
            return "tells about " + setting.operation(operation).name() + ": " + Words.of(answer);
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

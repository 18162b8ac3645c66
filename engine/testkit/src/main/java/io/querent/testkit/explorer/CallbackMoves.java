package io.querent.testkit.explorer;

import io.querent.decision.QueryAnswer;
import io.querent.decision.SagaCommand;
import io.querent.decision.SagaState;
import java.util.List;

/** Downstreams tell, unasked, what became of an operation: the truth, or what was true when the message set out. At any time. */
final class CallbackMoves implements MoveSource {
    @Override
    public void offer(Setting setting, World world, List<Move> moves) {
        if (world.callbacks >= setting.bounds().callbacks()) {
            return;
        }
        for (Operation operation : setting.operations()) {
            List<Entry> entries = world.book(operation.index()).entries();
            if (!operation.isLocal() && !entries.isEmpty()) {
                offer(operation, entries, moves);
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
        if (entries.stream().anyMatch(Entry::isEffect)) {
            moves.add(new Tell(operation.index(), new QueryAnswer.Found("\"done\"")));
        } else if (entries.get(entries.size() - 1).fate() == Entry.Fate.DECLINED) {
            moves.add(new Tell(operation.index(), new QueryAnswer.FoundRejected("declined", "declined")));
        }
    }

    /** The same message may come again, under the same id. */
    private record Tell(int operation, QueryAnswer answer) implements Move {
        @Override
        public void make(Scene scene) {
            World world = scene.world();
            SagaState before = world.state;
            String message = scene.name(operation) + "-" + Words.of(answer);
            scene.submit(new SagaCommand.RecordCallback(
                    scene.name(operation), message, "downstream", answer, scene.draw(), scene.now()));
            world.callbacks += world.state == before ? 0 : 1;
        }

        @Override
        public String who(World world) {
            return "downstream";
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

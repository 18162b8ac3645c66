package io.querent.testkit.explorer;

import io.querent.decision.QueryAnswer;
import io.querent.decision.SagaCommand;
import io.querent.decision.SagaState;
import io.querent.saga.StepDefinition;
import io.querent.saga.WaitDefinition;
import java.util.List;

/**
 * Words from outside that steps wait for: before the step begins, while it waits, too late; a yes or a no. The first one costs nothing, as
 * it is what the step is there for; a no is a refusal; whatever else is said to the same step is a callback.
 */
final class WordMoves implements MoveSource {
    static final String SOURCE = "outside";
    private static final String FIRST = "-word";
    private static final String NO = "-no";
    private static final String ANOTHER = "-another";

    @Override
    public void offer(Setting setting, World world, List<Move> moves) {
        for (StepDefinition<?> step : setting.steps()) {
            if (step.body() instanceof WaitDefinition<?> wait && wait.kind() == WaitDefinition.Kind.SIGNAL) {
                offer(setting, world, step.name(), moves);
            }
        }
    }

    private static void offer(Setting setting, World world, String step, List<Move> moves) {
        boolean said = isSaid(world, step, FIRST) || isSaid(world, step, NO);
        boolean mayRepeat = world.callbacks < setting.bounds().callbacks();
        if (!said) {
            moves.add(new Say(step, FIRST, new QueryAnswer.Found("\"word\""), Cost.NONE));
            if (world.refusals < setting.bounds().refusals()) {
                moves.add(
                        new Say(step, NO, new QueryAnswer.FoundRejected(Operation.DECLINED, "said no"), Cost.REFUSAL));
            }
        } else if (mayRepeat) {
            moves.add(new Say(step, ANOTHER, new QueryAnswer.Found("\"another\""), Cost.CALLBACK));
            moves.add(new Say(step, FIRST, new QueryAnswer.Found("\"word\""), Cost.CALLBACK));
        }
    }

    private static boolean isSaid(World world, String step, String which) {
        return world.state.handledRequests().contains(SOURCE + "/" + step + which);
    }

    private enum Cost {
        NONE,
        REFUSAL,
        CALLBACK
    }

    /** @param which part of the message's id: the same message may come again under it */
    private record Say(String step, String which, QueryAnswer answer, Cost cost) implements Move {
        @Override
        public void make(Scene scene) {
            World world = scene.world();
            SagaState before = world.state;
            scene.submit(new SagaCommand.RecordCallback(step, step + which, SOURCE, answer, scene.draw(), scene.now()));
            boolean changed = world.state != before;
            world.refusals += changed && cost == Cost.REFUSAL ? 1 : 0;
            world.callbacks += changed && cost == Cost.CALLBACK ? 1 : 0;
        }

        @Override
        public String who(World world) {
            return SOURCE;
        }

        @Override
        public String what(Setting setting) {
            return "says to " + step + ": " + Words.of(answer) + ", " + step + which;
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

package io.querent.testkit.explorer;

import io.querent.decision.SagaLifecycle;
import io.querent.decision.SagaStatus;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;

/** Goes through all worlds, nearest first, so that the first counterexample found is one of the shortest. Not thread-safe. */
final class Search {
    private final Setting setting;
    private final Visited visited = new Visited();
    private final Queue<World> open = new ArrayDeque<>();
    private final Map<SagaStatus, Long> ends = new EnumMap<>(SagaStatus.class);
    private final Endings endings = new Endings();
    private final CoverageCount coverage;
    private long transitions;
    private boolean full;
    private int depth;

    Search(Setting setting) {
        this.setting = setting;
        this.coverage = new CoverageCount(setting);
    }

    /** @throws CounterexampleFound when a rule breaks */
    Exploration.Extent run() {
        World first = Run.beginning(setting);
        visited.add(Canonical.of(setting, first), 0, 0);
        open.add(first);
        Exploration.Extent extent = searchAll();
        for (int unseen = visited.size() - open.size(); unseen < visited.size(); unseen++) {
            endings.end(unseen);
        }
        int endless = endings.firstWithoutEnd(visited.size());
        if (endless >= 0) {
            throw found(visited.path(endless), "from here on the saga goes round for ever");
        }
        return extent;
    }

    private Exploration.Extent searchAll() {
        int levelEnd = 1;
        for (int number = 0; !open.isEmpty(); number++) {
            if (number == levelEnd) {
                levelEnd = visited.size();
                depth++;
                if (depth >= setting.bounds().depth()) {
                    return Exploration.Extent.DEPTH;
                }
            }
            expand(number, open.remove());
        }
        return full ? Exploration.Extent.STATES : Exploration.Extent.EXHAUSTED;
    }

    private void expand(int number, World world) {
        List<Move> moves;
        try {
            moves = Run.moves(setting, world);
        } catch (RuleBroken broken) {
            throw found(visited.path(number), broken.rule());
        }
        if (world.hasEnded() || moves.stream().allMatch(Move::mayStayAway)) {
            ends.merge(SagaLifecycle.statusOf(setting.definition(), world.state), 1L, Long::sum);
            endings.end(number);
        }
        for (int choice = 0; choice < moves.size(); choice++) {
            follow(number, world, moves.get(choice), choice);
        }
    }

    private void follow(int number, World world, Move move, int choice) {
        transitions++;
        World next;
        Scene scene = new Scene(setting, world, false);
        try {
            next = Run.make(scene, move);
        } catch (RuleBroken broken) {
            int[] before = visited.path(number);
            int[] path = Arrays.copyOf(before, before.length + 1);
            path[before.length] = choice;
            throw found(path, broken.rule());
        }
        coverage.note(world.state, scene.appended());
        int known = numberOf(number, next, choice);
        if (known < 0) {
            endings.end(number);
        } else if (known != number && !move.mayStayAway() && next.isAsTroubledAs(world)) {
            endings.ordinary(number, known);
        }
    }

    /** Its number, a new one where it is new; -1 when there is no room for it. */
    private int numberOf(int parent, World world, int choice) {
        Fingerprint print = Canonical.of(setting, world);
        int known = visited.number(print);
        if (known >= 0) {
            return known;
        } else if (visited.size() >= setting.bounds().states()) {
            full = true;
            return -1;
        }
        open.add(world);
        return visited.add(print, parent, choice);
    }

    private CounterexampleFound found(int[] path, String broken) {
        Run run = new Run(setting);
        String again = run.make(path);
        if (again != null && !broken.equals(again)) {
            throw new IllegalStateException("a run came out differently the second time: " + again);
        }
        return new CounterexampleFound(setting.definition().toString(), broken, run, Choices.write(path));
    }

    long states() {
        return visited.size();
    }

    long transitions() {
        return transitions;
    }

    int depth() {
        return depth;
    }

    Map<SagaStatus, Long> ends() {
        return ends;
    }

    Coverage coverage(Exploration.Extent extent) {
        return coverage.coverage(extent);
    }
}

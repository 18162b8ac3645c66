package io.querent.saga;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Names come after those before them, in the order of declaration where that is free. */
@Timeout(10)
class StepGraphTest {
    private static final int MANY = 200;

    private final Map<String, Set<String>> predecessors = new LinkedHashMap<>();

    @Test
    void theOrderOfDeclarationIsKeptWhereItCanBe() {
        name("d", "b").name("a").name("c", "a").name("b");

        assertThat(graph().order()).contains(List.of("a", "c", "b", "d"));
    }

    @Test
    void everyNameBeforeAnotherIsFoundOnce() {
        name("a").name("b", "a").name("c", "a").name("d", "b", "c").name("e");

        assertThat(graph().ancestors("d")).containsExactlyInAnyOrder("a", "b", "c");
        assertThat(graph().ancestors("a")).isEmpty();
        assertThat(graph().ancestors("nobody")).isEmpty();
    }

    @Test
    void aCycleHasNoOrderAndIsNamed() {
        name("a").name("b", "a", "d").name("c", "b").name("d", "c").name("e", "d");

        assertThat(graph().order()).isEmpty();
        assertThat(graph().cycle()).containsExactly("b", "d", "c", "b");
    }

    @Test
    void aCycleIsFoundBehindNamesThatOnlyHangOnIt() {
        name("tail", "one").name("one", "two").name("two", "one");

        assertThat(graph().cycle()).containsExactly("one", "two", "one");
    }

    @Test
    void aChainDeclaredBackwardsIsPutInOrder() {
        for (int i = MANY; i > 1; i--) {
            name("s" + i, "s" + (i - 1));
        }
        name("s1");

        assertThat(graph().order().orElseThrow()).startsWith("s1", "s2").endsWith("s" + MANY);
        assertThat(graph().ancestors("s" + MANY)).hasSize(MANY - 1);
    }

    @Test
    void everyNameAfterEveryEarlierOneIsPutInOrder() {
        List<String> earlier = new ArrayList<>();
        for (int i = 1; i <= MANY; i++) {
            name("s" + i, earlier.toArray(String[]::new));
            earlier.add("s" + i);
        }

        assertThat(graph().order()).contains(earlier);
        assertThat(graph().ancestors("s" + MANY)).hasSize(MANY - 1);
    }

    @Test
    void aLongCycleIsNamedWhole() {
        for (int i = 0; i < MANY; i++) {
            name("s" + i, "s" + (i + 1) % MANY);
        }

        assertThat(graph().cycle()).hasSize(MANY + 1).startsWith("s0").endsWith("s0");
    }

    @Test
    void randomGraphsAreOrderedSoThatNothingComesBeforeItsPredecessors() {
        for (int seed = 0; seed < 200; seed++) {
            Map<String, Set<String>> random = randomGraph(new Random(seed));
            List<String> order = new StepGraph(random).order().orElseThrow();

            assertThat(order).as("seed %d", seed).hasSameSizeAs(random.keySet());
            random.forEach((name, before) ->
                    assertThat(order.subList(0, order.indexOf(name))).containsAll(before));
        }
    }

    @Test
    void definitionsOfManyStepsAreChecked() {
        SagaBuilder<String> pay = Sketches.pay();
        for (int i = 0; i < MANY; i++) {
            String[] before = IntStream.range(Math.max(0, i - 3), i)
                    .mapToObj(n -> "s" + n)
                    .toArray(String[]::new);
            pay.step("s" + i, String.class, Sketches.undone(step -> step.after(before), undo -> undo));
        }

        assertThat(pay.build().steps()).hasSize(MANY);
    }

    private static Map<String, Set<String>> randomGraph(Random random) {
        List<Integer> shuffled = new ArrayList<>(IntStream.range(0, 12).boxed().toList());
        Collections.shuffle(shuffled, random);
        Map<String, Set<String>> graph = new LinkedHashMap<>();
        for (int number : shuffled) {
            Set<String> before = new LinkedHashSet<>();
            IntStream.range(0, number).filter(i -> random.nextInt(3) == 0).forEach(i -> before.add("s" + i));
            graph.put("s" + number, before);
        }
        return graph;
    }

    private StepGraphTest name(String name, String... before) {
        predecessors.put(name, new LinkedHashSet<>(List.of(before)));
        return this;
    }

    private StepGraph graph() {
        return new StepGraph(predecessors);
    }
}

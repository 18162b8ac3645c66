package io.querent.testkit.explorer;

import static org.assertj.core.api.Assertions.assertThat;

import io.querent.saga.SagaDefinition;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** An explorer that finds nothing proves nothing: here are cores with mistakes, and it finds each. */
@Tag("exhaustive")
class MutationTest {
    private static final int STATES = 30_000;
    private static final int LONGEST = 30;
    private static final List<UnaryOperator<Explorer>> TROUBLE = List.of(
            explorer -> explorer.faults(1).refusals(1),
            explorer -> explorer.faults(2).refusals(2),
            explorer -> explorer.faults(1).refusals(2).callbacks(2).interventions(2));
    private static final List<UnaryOperator<Explorer>> COURSE = List.of(
            explorer -> explorer.faults(0).refusals(2).reversals(1),
            explorer -> explorer.faults(1).refusals(1).callbacks(1),
            explorer -> explorer.faults(0).refusals(1).interventions(1));

    static List<String> mutants() {
        return List.copyOf(Mutants.all().keySet());
    }

    @ParameterizedTest
    @MethodSource("mutants")
    void everyMistakeIsFound(String name) {
        Mutants.Mutant mutant = Mutants.all().get(name);

        CounterexampleFound found =
                find(mutant.core()).orElseThrow(() -> new AssertionError("nobody noticed that " + name));

        assertThat(found.rule()).contains(mutant.broken());
        assertThat(found.history()).hasSizeLessThan(LONGEST);
    }

    static List<String> kindMutants() {
        return List.copyOf(KindMutants.all().keySet());
    }

    @ParameterizedTest
    @MethodSource("kindMutants")
    void everyMistakeWithOtherKindsOfStepsIsFound(String name) {
        KindMutants.KindMutant mutant = Objects.requireNonNull(KindMutants.all().get(name));

        List<SagaDefinition<String>> shown = Kinds.all().stream()
                .filter(definition -> definition.name().equals(mutant.saga()))
                .toList();
        CounterexampleFound found =
                find(mutant.core(), shown, COURSE).orElseThrow(() -> new AssertionError("nobody noticed that " + name));

        assertThat(found.rule()).contains(mutant.broken());
        assertThat(found.history()).hasSizeLessThan(LONGEST);
    }

    private static Optional<CounterexampleFound> find(Core core) {
        return find(core, Sagas.all(), TROUBLE);
    }

    private static Optional<CounterexampleFound> find(
            Core core, List<SagaDefinition<String>> definitions, List<UnaryOperator<Explorer>> troubles) {
        for (SagaDefinition<String> definition : definitions) {
            for (UnaryOperator<Explorer> trouble : troubles) {
                try {
                    trouble.apply(Explorer.of(definition).core(core).states(STATES))
                            .explore();
                } catch (CounterexampleFound found) {
                    return Optional.of(found);
                }
            }
        }
        return Optional.empty();
    }

    static Stream<Arguments> partMutants() {
        return Stream.of(
                Arguments.of(new PartMutants.Uncounted(), "was paid back of"),
                Arguments.of(new PartMutants.BesideAPart(), "is sent while"));
    }

    @ParameterizedTest
    @MethodSource("partMutants")
    void everyMistakeWithPartsIsFound(Core core, String broken) {
        CounterexampleFound found = find(
                        core,
                        List.of(Sagas.inParts()),
                        List.of(
                                explorer -> explorer.faults(0).refusals(0).interventions(2),
                                explorer -> explorer.faults(1).refusals(0).interventions(2)))
                .orElseThrow(() -> new AssertionError("nobody noticed " + core));

        assertThat(found.rule()).contains(broken);
        assertThat(found.history()).hasSizeLessThan(LONGEST);
    }
}

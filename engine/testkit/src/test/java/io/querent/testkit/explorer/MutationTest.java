package io.querent.testkit.explorer;

import static org.assertj.core.api.Assertions.assertThat;

import io.querent.saga.SagaDefinition;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** An explorer that finds nothing proves nothing: here are cores with mistakes, and it finds each. */
class MutationTest {
    private static final int STATES = 30_000;
    private static final int LONGEST = 30;
    private static final List<UnaryOperator<Explorer>> TROUBLE = List.of(
            explorer -> explorer.faults(1).refusals(1),
            explorer -> explorer.faults(2).refusals(2),
            explorer -> explorer.faults(1).refusals(2).callbacks(2).interventions(2));

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

    private static Optional<CounterexampleFound> find(Core core) {
        for (SagaDefinition<String> definition : Sagas.all()) {
            for (UnaryOperator<Explorer> trouble : TROUBLE) {
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
}

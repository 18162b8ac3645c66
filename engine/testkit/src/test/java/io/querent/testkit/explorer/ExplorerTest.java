package io.querent.testkit.explorer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.querent.decision.SagaStatus;
import io.querent.saga.SagaDefinition;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The rules hold on the real core, whatever happens; and an exploration is what it says it is. */
class ExplorerTest {
    /** Of these, three faults in one run leave few enough states to look at all. */
    private static final Set<String> SMALL = Set.of("single", "unaskable", "forgetful");

    /** Another saga is asked about every few seconds at first: long "pending" makes many states that differ in nothing else. */
    private static final Duration SHORT = Duration.ofSeconds(3);

    static List<SagaDefinition<String>> sagas() {
        return Sagas.all();
    }

    @Tag("exhaustive")
    @Test
    void everyRuleHoldsInAMillionStates() {
        long states = 0;
        for (SagaDefinition<String> definition : Sagas.all()) {
            Exploration explored = explore(Explorer.of(definition)
                    .faults(SMALL.contains(definition.name()) ? 3 : isWide(definition) ? 1 : 2)
                    .refusals(2)
                    .states(1_000_000));

            assertThat(explored.extent()).isEqualTo(Exploration.Extent.EXHAUSTED);
            assertThat(explored.ended(SagaStatus.COMPLETED)).isPositive();
            assertThat(explored.ended(SagaStatus.FAILED)).isPositive();
            states += explored.states();
        }
        assertThat(states).isGreaterThanOrEqualTo(1_000_000);
    }

    @Tag("exhaustive")
    @ParameterizedTest
    @MethodSource("sagas")
    void everyRuleHoldsWhateverDownstreamsTellUnasked(SagaDefinition<String> definition) {
        int most = isWide(definition) ? 1 : 2;
        assertExhausted(Explorer.of(definition).faults(1).refusals(most).callbacks(most));
    }

    @Tag("exhaustive")
    @ParameterizedTest
    @MethodSource("sagas")
    void everyRuleHoldsWhateverPeopleDecide(SagaDefinition<String> definition) {
        assertExhausted(Explorer.of(definition)
                .faults(isWide(definition) ? 0 : 1)
                .refusals(1)
                .interventions(1)
                .states(400_000));
    }

    /** What was accepted and is not finished leaves people the most to do wrong. */
    @Tag("exhaustive")
    @Test
    void everyRuleHoldsWhereSomethingIsPendingForLongAndPeopleDecideTwice() {
        for (SagaDefinition<String> definition : List.of(Sagas.single(), Sagas.forgetful())) {
            assertExhausted(Explorer.of(definition)
                    .faults(1)
                    .refusals(0)
                    .callbacks(1)
                    .interventions(2)
                    .pendingFor(Duration.ofHours(1)));
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 0.99})
    void everyRuleHoldsWhateverTheJitterAndTheLease(double jitter) {
        for (SagaDefinition<String> definition : List.of(Sagas.single(), Sagas.unaskable(), Sagas.keyless())) {
            assertExhausted(Explorer.of(definition)
                    .refusals(2)
                    .jitter(jitter)
                    .lease(Duration.ofMillis(jitter < 0.5 ? 1 : 60_000))
                    .states(400_000));
        }
    }

    static List<SagaDefinition<String>> kinds() {
        return Kinds.all();
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void everyRuleHoldsForStepsOfEveryKind(SagaDefinition<String> definition) {
        assertExhausted(Explorer.of(definition).faults(1).refusals(1).pendingFor(SHORT));
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void everyRuleHoldsWhateverProvidersTakeBackAndTell(SagaDefinition<String> definition) {
        assertExhausted(
                Explorer.of(definition).faults(0).refusals(2).callbacks(1).reversals(1));
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void everyRuleHoldsWhateverPeopleWantOfASaga(SagaDefinition<String> definition) {
        assertExhausted(
                Explorer.of(definition).faults(0).refusals(1).interventions(2).pendingFor(SHORT));
    }

    @Test
    void anUndoThatCannotBeAskedAboutDoesNotPayBackASecondTime() {
        for (SagaDefinition<String> definition : List.of(Sagas.unaskable(), Sagas.forgetful(), Sagas.single())) {
            assertExhausted(
                    Explorer.of(definition).faults(1).refusals(1).reversals(1).interventions(1));
        }
    }

    /** C38: two parts that are too much together, an undo of the whole, and a call that is lost. */
    @Tag("exhaustive")
    @Test
    void partsNeverComeToMoreThanTheWholeWhateverPeopleOrder() {
        assertExhausted(Explorer.of(Sagas.inParts())
                .faults(1)
                .refusals(1)
                .interventions(1)
                .states(400_000));
        assertExhausted(Explorer.of(Sagas.inParts())
                .faults(0)
                .refusals(1)
                .interventions(3)
                .states(400_000));
    }

    @Test
    void everyEndIsReached() {
        Exploration explored = Explorer.of(Sagas.keyless())
                .refusals(2)
                .interventions(1)
                .faults(1)
                .explore();

        assertThat(explored.ends())
                .containsOnlyKeys(
                        SagaStatus.IN_REVIEW,
                        SagaStatus.PAUSED,
                        SagaStatus.COMPLETED,
                        SagaStatus.COMPENSATED,
                        SagaStatus.FAILED,
                        SagaStatus.ABANDONED);
    }

    @Test
    void aProfileThatPromisesTooMuchIsFoundOut() {
        Explorer explorer = Explorer.of(Sagas.branches()).beyondVisibilityWindow(Duration.ofMinutes(10));

        CounterexampleFound found = catchThrowableOfType(CounterexampleFound.class, explorer::explore);

        assertThat(found.rule()).contains("and took effect");
    }

    @Test
    void aCounterexampleCanBeRunAgain() {
        Explorer explorer = Explorer.of(Sagas.single())
                .core(Mutants.all().get("unknown is taken for a refusal").core());
        CounterexampleFound found = catchThrowableOfType(CounterexampleFound.class, explorer::explore);

        List<String> again = explorer.replay(found.choices());

        assertThat(found.getMessage())
                .contains(found.rule())
                .contains(found.choices())
                .contains(found.history());
        assertThat(again)
                .startsWith(found.history().toArray(String[]::new))
                .hasSize(found.history().size() + 1);
        assertThat(again.get(again.size() - 1)).contains(found.rule());
    }

    @Test
    void aRunInWhichNothingBreaksCanBeReadAsWell() {
        assertThat(Explorer.of(Sagas.single()).replay("0.0.0.0"))
                .hasSize(5)
                .last()
                .asString()
                .contains("gets the answer to a #1: Succeeded -> OperationSucceeded a; SagaCompleted");
    }

    @Test
    void oneExplorationIsLikeTheNext() {
        Explorer explorer = Explorer.of(Sagas.unaskable()).interventions(1).faults(1);
        Exploration once = explorer.explore();
        Exploration twice = explorer.explore();

        assertThat(twice).usingRecursiveComparison().ignoringFields("time").isEqualTo(once);
    }

    @Test
    void aBoundThatWasReachedIsReported() {
        assertThat(Explorer.of(Sagas.sequence()).states(500).explore())
                .satisfies(explored -> assertThat(explored.states()).isEqualTo(500))
                .satisfies(explored -> assertThat(explored.extent()).isEqualTo(Exploration.Extent.STATES));
        assertThat(Explorer.of(Sagas.sequence()).depth(5).explore())
                .satisfies(explored -> assertThat(explored.depth()).isEqualTo(5))
                .satisfies(explored -> assertThat(explored.extent()).isEqualTo(Exploration.Extent.DEPTH));
    }

    @Test
    void whatCannotBeExploredIsRefused() {
        Explorer explorer = Explorer.of(Sagas.single());

        assertThatIllegalArgumentException()
                .isThrownBy(() -> explorer.faults(-1))
                .withMessageContaining("faults must");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> explorer.states(0))
                .withMessageContaining("states must");
        assertThatIllegalArgumentException().isThrownBy(() -> explorer.lease(Duration.ZERO));
        assertThatIllegalArgumentException().isThrownBy(() -> explorer.jitter(1));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> explorer.replay("0.x"))
                .withMessageContaining("0.x");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> explorer.replay("99"))
                .withMessageContaining("not 99");
    }

    /** Of steps side by side there are many orders. */
    private static boolean isWide(SagaDefinition<String> definition) {
        return definition.name().equals("branches");
    }

    private static void assertExhausted(Explorer explorer) {
        assertThat(explore(explorer).extent()).isEqualTo(Exploration.Extent.EXHAUSTED);
    }

    private static Exploration explore(Explorer explorer) {
        Exploration explored = explorer.explore();
        System.out.println(explored);
        return explored;
    }
}

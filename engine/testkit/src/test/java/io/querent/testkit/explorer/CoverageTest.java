package io.querent.testkit.explorer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.querent.decision.ReviewReason;
import io.querent.testkit.SagaExplorer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What was explored is told step by step, and what was not, with the setting to raise. */
@Tag("exhaustive")
class CoverageTest {
    @Test
    void nothingIsMissingWhereEverySettingIsRaised() {
        Exploration explored = Explorer.of(Sagas.single())
                .faults(1)
                .refusals(1)
                .callbacks(1)
                .reversals(1)
                .interventions(1)
                .states(1_000_000)
                .explore();

        assertThat(explored.extent()).isEqualTo(Exploration.Extent.EXHAUSTED);
        assertThat(explored.coverage().missing()).isEmpty();
    }

    @Test
    void whatIsSwitchedOffIsMissingWithTheSettingToRaise() {
        Coverage coverage =
                Explorer.of(Sagas.single()).faults(0).refusals(1).explore().coverage();

        assertThat(coverage.of("a")).containsExactlyInAnyOrder("done", "refused", "refused with an effect left");
        assertThat(coverage.missing())
                .contains(
                        new Coverage.Gap("a", "unknown, then found done", "faults(1)"),
                        new Coverage.Gap("a.undo", "refused", "refusals(2)"),
                        new Coverage.Gap("a", "taken back by its provider", "reversals(1)"),
                        new Coverage.Gap(Coverage.SAGA, "paused", "interventions(1)"));
        assertThat(coverage.toString()).contains("a: never \"unknown\"; raise faults(1)");
    }

    @Test
    void aStopIsToldInWhatIsMissing() {
        Coverage coverage = Explorer.of(Sagas.sequence()).states(100).explore().coverage();

        assertThat(coverage.missing())
                .isNotEmpty()
                .allSatisfy(gap -> assertThat(gap.remedy()).startsWith("states(...)"));
    }

    @Test
    void everyKindOfStepHasItsOwnOutcomes() {
        assertThat(SagaExplorer.explore(Kinds.approval()).coverage().of("consent"))
                .contains(
                        "approved",
                        "declined",
                        "escalated",
                        "timed out",
                        Happening.reviewed(ReviewReason.APPROVAL_WANTED));
        assertThat(SagaExplorer.explore(Kinds.signal()).coverage().of("word"))
                .contains("ended by a word", "refused by a word", "timed out");
        assertThat(SagaExplorer.explore(Kinds.choice()).coverage().of("which"))
                .contains("decided for fast", "decided for slow");
        Coverage items = SagaExplorer.explore(Kinds.items()).coverage();
        assertThat(items.of("pay")).contains("listed with items", "without items", "refused for an item");
        assertThat(items.of("pay[item].undo")).contains("done", "refused");
    }

    /** The history first, as the business reads it; then the books; then every move. */
    @Test
    void aCounterexampleIsReadFromTopToBottom() {
        CounterexampleFound found = catchThrowableOfType(
                CounterexampleFound.class,
                () -> Explorer.of(Sagas.single())
                        .core(Mutants.all()
                                .get("unknown is taken for a refusal")
                                .core())
                        .explore());

        assertThat(found.story()).last().asString().contains("the saga").contains("saga failed");
        assertThat(found.getMessage())
                .containsSubsequence(
                        "a is REJECTED and took effect",
                        "a                is about to be sent, attempt 1 by owner-1",
                        "a                was refused: failed",
                        "a: took effect 1 times",
                        "downstream       gets a #1",
                        "explorer.replay(\"");
    }
}

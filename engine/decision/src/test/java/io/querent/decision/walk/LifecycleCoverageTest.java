package io.querent.decision.walk;

import static org.assertj.core.api.Assertions.assertThat;

import io.querent.decision.OperationLifecycle;
import io.querent.decision.SagaLifecycle;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The two tables say exactly what happens: every row is taken by some walk, and no walk takes another. */
class LifecycleCoverageTest {
    private static final int WALKS = 500;

    /** Liars see to what is rare. */
    private static final int WALKS_OF_LIARS = 3_500;

    private static final Coverage COVERAGE = new Coverage();

    @BeforeAll
    static void walk() {
        for (Nature nature : Nature.values()) {
            for (long seed = 0; seed < (nature == Nature.LYING ? WALKS_OF_LIARS : WALKS); seed++) {
                new RandomWalk(seed, nature, COVERAGE).walk();
            }
        }
    }

    @Test
    void operationsTakeExactlyTheDeclaredTransitions() {
        assertThat(COVERAGE.operations()).containsExactlyInAnyOrderElementsOf(OperationLifecycle.transitions());
    }

    @Test
    void sagasTakeExactlyTheDeclaredTransitions() {
        assertThat(COVERAGE.sagas()).containsExactlyInAnyOrderElementsOf(SagaLifecycle.transitions());
    }
}

package io.querent.testkit.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.querent.decision.SagaStatus;
import io.querent.runtime.SagaHandle;
import io.querent.saga.Done;
import io.querent.saga.Outcome;
import io.querent.saga.Saga;
import io.querent.saga.SagaDefinition;
import io.querent.testkit.engine.TestEngine;
import io.querent.testkit.engine.TestStore;
import java.util.Optional;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ParameterResolutionException;

/** Each test has a store of its own; its engines are nodes on it. */
@QuerentTest(on = On.BOTH)
class QuerentTestTest {
    record Order(String number) {}

    @Runs
    private final SagaDefinition<Order> nothingMuch = Saga.define("nothing-much", Order.class)
            .businessKey(Order::number)
            .step(
                    "step",
                    Done.class,
                    step -> step.request(String.class, saga -> saga.input().number())
                            .inTransaction((call, number) -> Outcome.done())
                            .needsNoUndo("there is nothing to undo"))
            .build();

    @RepeatedTest(2)
    void nothingIsLeftOfTheTestBefore(TestEngine engine) {
        SagaHandle saga = engine.start(nothingMuch, new Order("A:1"));

        assertThat(saga.isNew()).isTrue();
        assertThat(engine.await(saga).status()).isEqualTo(SagaStatus.COMPLETED);
        assertThat(engine.store().log().readSaga(saga.id(), 1)).isNotEmpty();
    }

    @Test
    void severalEnginesAreNodesOnOneStore(TestEngine first, TestEngine second, TestStore store) {
        SagaHandle saga = first.start(nothingMuch, new Order("A:1"));

        assertThat(second.await(saga).status()).isEqualTo(SagaStatus.COMPLETED);
        assertThat(second.start(nothingMuch, new Order("A:1")).isNew()).isFalse();
        assertThat(first.store()).isSameAs(store);
        assertThat(first.node()).isNotEqualTo(second.node());
    }

    @Test
    void anEngineWithNothingToRunIsTooLittleToTest(TestStore store) {
        assertThatThrownBy(() -> new Surroundings(store).engine(Optional.of("no test")))
                .isInstanceOf(ParameterResolutionException.class)
                .hasMessageContaining("QRT-8008")
                .hasMessageContaining("@Runs");
        assertThatThrownBy(() -> new Surroundings(store).engine(Optional.empty()))
                .isInstanceOf(ParameterResolutionException.class)
                .hasMessageContaining("QRT-8007");
    }
}

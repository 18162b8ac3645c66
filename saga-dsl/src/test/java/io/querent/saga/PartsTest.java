package io.querent.saga;

import static io.querent.saga.Sketches.BANK;
import static io.querent.saga.Sketches.act;
import static io.querent.saga.Sketches.pay;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Amounts are told and never in the way; parts have an amount to be parts of, and keys of their own. */
class PartsTest {
    private static final Amount ALL = Amount.of("100.00", "EUR");

    @Test
    void aPartIsTheCompensationUnderAKeyOfItsOwn() {
        SagaDefinition<?> saga = inParts(request -> ALL);
        OperationDefinition<?, ?, ?> part = saga.operation("a.undo-7").orElseThrow();
        assertThat(part.name()).isEqualTo("a.undo-7");
        assertThat(part.policy())
                .isEqualTo(saga.operation("a.undo").orElseThrow().policy());
        assertThat(saga.stepOf("a.undo-7").orElseThrow().name()).isEqualTo("a");
        assertThat(saga.operation("a.undo-0")).isEmpty();
        assertThat(saga.operation("a.undo-100")).isEmpty();
        assertThat(saga.operation("b.undo-1")).isEmpty();
    }

    @Test
    void whatThrowsOrSaysNothingStatesNoAmount() {
        assertThat(amount(request -> ALL)).contains(ALL);
        assertThat(amount(request -> null)).isEmpty();
        assertThat(amount(request -> {
                    throw new StackOverflowError();
                }))
                .isEmpty();
    }

    /** A node that knew of no parts could not go on with a saga that has some. */
    @Test
    void whetherThereArePartsBelongsToTheShape() {
        assertThat(inParts(request -> ALL).shape().step("a").orElseThrow().traits())
                .contains("undoInParts");
        assertThat(inParts(request -> ALL).shape().step("b").orElseThrow().traits())
                .doesNotContain("undoInParts");
    }

    @Test
    void partsOfNoAmountAreRefused() {
        Refused.definition(
                "QRT-2028",
                "saga pay, step a: partial(...) makes good for a part of an amount, and the step states none; add"
                        + " amount(request -> ...)",
                () -> pay().step(
                                "a",
                                String.class,
                                step -> act(step.downstream(BANK))
                                        .compensate(
                                                Done.class,
                                                undo -> Sketches.undo(undo)
                                                        .partial((saga, paid, amount) -> amount.toString())))
                        .build());
    }

    @Test
    void anAlternativeThatCouldBeTakenForAPartIsRefused() {
        Refused.definition(
                "QRT-2029",
                "saga pay, step a: compensation a.undo-2 could be taken for a part, as partial(...) is declared; choose a"
                        + " name that is no number of one or two digits",
                () -> pay().step(
                                "a",
                                String.class,
                                step -> act(step.downstream(BANK))
                                        .amount(request -> ALL)
                                        .compensate(
                                                Done.class,
                                                undo -> Sketches.undo(undo)
                                                        .partial((saga, paid, amount) -> amount.toString()))
                                        .orCompensate("2", Set.of("captured"), Done.class, Sketches::undo))
                        .build());
    }

    @SuppressWarnings("unchecked")
    private static Optional<Amount> amount(Function<String, Amount> function) {
        return ((OperationDefinition<?, String, ?>)
                        inParts(function).operation("a").orElseThrow())
                .amountOf("a request");
    }

    private static SagaDefinition<?> inParts(Function<String, Amount> function) {
        return pay().step(
                        "a",
                        String.class,
                        step -> act(step.downstream(BANK))
                                .amount(function)
                                .compensate(
                                        Done.class,
                                        undo -> Sketches.undo(undo).partial((saga, paid, amount) -> amount.toString())))
                .step(
                        "b",
                        String.class,
                        step -> act(step.downstream(BANK).after("a")).compensate(Done.class, Sketches::undo))
                .build();
    }
}

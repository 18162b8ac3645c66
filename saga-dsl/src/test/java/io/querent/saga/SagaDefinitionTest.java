package io.querent.saga;

import static io.querent.saga.Sketches.BANK;
import static io.querent.saga.Sketches.act;
import static io.querent.saga.Sketches.pay;
import static io.querent.saga.Sketches.stays;
import static io.querent.saga.Sketches.undo;
import static io.querent.saga.Sketches.undone;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** A built definition derives one stable key from an input and says of each operation what the engine needs to know. */
class SagaDefinitionTest {
    @Test
    void theKeyIsDerivedFromTheInputAlone() {
        SagaDefinition<String> definition = keyed(input -> "order-" + input);

        assertThat(definition.keyOf("1")).hasToString("default:pay:order-1").isEqualTo(definition.keyOf("1"));
    }

    @Test
    void aKeyWithAChangingPartIsRefused() {
        AtomicInteger counter = new AtomicInteger();
        SagaDefinition<String> definition = keyed(input -> input + "-" + counter.incrementAndGet());

        Refused.key(
                "QRT-1103",
                "the business key of definition pay changed between two evaluations on one input;"
                        + " first=default:pay:order-1, second=default:pay:order-2; derive it from the input alone, without"
                        + " time, random, node or attempt",
                () -> definition.keyOf("order"));
    }

    @Test
    void anInputWithoutKeyOrTenantIsRefused() {
        Refused.key(
                "QRT-1104",
                "the function of definition pay that derives the business key returned null; refuse such input before you"
                        + " start the saga",
                () -> keyed(input -> null).keyOf("order-1"));
        Refused.key(
                "QRT-1104",
                "the function of definition pay that derives the tenant returned null; refuse such input before you start"
                        + " the saga",
                () -> pay().tenant(input -> null)
                        .step("a", String.class, stays(step -> step))
                        .build()
                        .keyOf("order-1"));
    }

    @Test
    void twoTenantsGetTwoKeys() {
        SagaDefinition<String> definition = pay().tenant(input -> input.substring(0, 2))
                .businessKey(input -> input.substring(3))
                .step("a", String.class, stays(step -> step))
                .build();

        assertThat(definition.keyOf("T1/1")).hasToString("T1:pay:1");
        assertThat(definition.keyOf("T2/1")).hasToString("T2:pay:1");
    }

    @Test
    void theLongestKeyLeavesRoomForEveryOperation() {
        SagaDefinition<String> definition = Saga.define("d".repeat(48), String.class)
                .tenant(input -> "t".repeat(32))
                .businessKey(input -> input)
                .step("s".repeat(47), String.class, undone(step -> step, undo -> undo))
                .build();
        String longest = "k".repeat(65);

        SagaKey key = definition.keyOf(longest);
        assertThat(key.operation("s".repeat(47)).compensation().value()).hasSize(OperationKey.LONGEST);
        Refused.key(
                "QRT-1101",
                "saga key " + key
                        + "k has an impossible length; length=148, expected=1 to 147 characters; use the number"
                        + " the business already knows this piece of work by",
                () -> definition.keyOf(longest + "k"));
    }

    @Test
    void stepsComeAfterThoseTheyFollowWhateverTheOrderOfDeclaration() {
        SagaDefinition<String> definition = pay().step("b", String.class, stays(step -> step.after("a")))
                .step("a", String.class, stays(step -> step))
                .build();

        assertThat(definition.steps()).extracting(StepDefinition::name).containsExactly("a", "b");
    }

    @Test
    void aStepThatWasAskedForMayBeginBesideTheFirst() {
        SagaDefinition<String> definition = pay().step("a", String.class, stays(step -> step))
                .step("b", String.class, stays(StepBuilder::atStart))
                .build();

        assertThat(definition.step("b").orElseThrow().atStart()).isTrue();
    }

    @Test
    void actionsAndCompensationsAreOperationsByName() {
        SagaDefinition<String> definition = pay().step("a", String.class, undone(step -> step, undo -> undo))
                .build();

        assertThat(definition.operation("a").orElseThrow().resultType()).isEqualTo(String.class);
        assertThat(definition.operation("a.undo").orElseThrow().resultType()).isEqualTo(Done.class);
        assertThat(definition.operation("b")).isEmpty();
        assertThat(definition.step("a.undo")).isEmpty();
    }

    @Test
    void actionQueryAndCompensationHaveBudgetsOfTheirOwn() {
        SagaDefinition<String> definition = pay().step(
                        "a",
                        String.class,
                        step -> act(step.downstream(BANK))
                                .retry(budget -> budget.attempts(3))
                                .compensate(
                                        Done.class,
                                        undo -> undo(undo)
                                                .retry(budget -> budget.attempts(5))
                                                .queryBudget(budget -> budget.attempts(7))
                                                .timeLimit(Duration.ofSeconds(9))))
                .build();

        OperationPolicy action = definition.operation("a").orElseThrow().policy();
        OperationPolicy compensation =
                definition.operation("a.undo").orElseThrow().policy();
        assertThat(action.retry()).isEqualTo(RetryBudget.ACTION.attempts(3));
        assertThat(action.queries()).isEqualTo(RetryBudget.QUERY);
        assertThat(action.timeLimit()).isEqualTo(BANK.timeLimit());
        assertThat(compensation.retry()).isEqualTo(RetryBudget.COMPENSATION.attempts(5));
        assertThat(compensation.queries()).isEqualTo(RetryBudget.QUERY.attempts(7));
        assertThat(compensation.timeLimit()).isEqualTo(Duration.ofSeconds(9));
    }

    @Test
    void aLocalTransactionHasNeitherDownstreamNorQuestionEvenWhereItsUndoHas() {
        SagaDefinition<String> definition = pay().step(
                        "a",
                        String.class,
                        step -> step.downstream(BANK)
                                .request(String.class, SagaView::input)
                                .inTransaction((call, request) -> Outcome.succeeded(request))
                                .query((call, request) -> QueryResult.notFound())
                                .matches(String::equals)
                                .compensate(Done.class, Sketches::undo))
                .build();

        OperationDefinition<String, ?, ?> local = definition.operation("a").orElseThrow();
        assertThat(local.kind()).isEqualTo(OperationKind.LOCAL_TRANSACTION);
        assertThat(local.downstream()).isEmpty();
        assertThat(local.queryable()).isFalse();
        assertThat(definition.operation("a.undo").orElseThrow().downstream()).contains(BANK);
    }

    @Test
    void aCompensationMayGoToAnotherDownstream() {
        Downstream desk = Downstream.named("desk")
                .ignoresOperationKey()
                .visibleWithin(Duration.ZERO)
                .build();
        UnaryOperator<CompensationBuilder<String, String, Done>> toTheDesk = undo -> undo.downstream(desk);
        SagaDefinition<String> definition =
                pay().step("a", String.class, undone(step -> step, toTheDesk)).build();

        assertThat(definition.operation("a").orElseThrow().downstream()).contains(BANK);
        assertThat(definition.operation("a.undo").orElseThrow().downstream()).contains(desk);
    }

    @Test
    void whatIsSentFitsTheDownstreamsKeys() {
        Downstream narrow = Downstream.named("narrow")
                .ignoresOperationKey()
                .visibleWithin(Duration.ZERO)
                .keyLength(22)
                .build();
        SagaDefinition<String> definition = pay().step("a", String.class, step -> act(step.downstream(narrow)))
                .build();
        OperationKey key = definition.keyOf("order-12345678901234567890").operation("a");

        assertThat(definition.operation("a").orElseThrow().encode(key))
                .isEqualTo(key.encodedTo(22))
                .hasSize(22);
    }

    private static SagaDefinition<String> keyed(Function<String, String> key) {
        return pay().businessKey(key)
                .step("a", String.class, stays(step -> step))
                .build();
    }
}

package io.querent.examples.settlement.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.querent.decision.SagaEvent;
import io.querent.decision.Via;
import io.querent.examples.settlement.command.Unknowns.End;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class UnknownsTest {
    private static final String ONE = "pay.B1";
    private static final Instant NOW = Instant.EPOCH;

    private final Figures figures = new Figures();

    @ParameterizedTest
    @MethodSource
    void eachTimeEndsOnceInTheLineThatSaysHow(End expected, List<SagaEvent> ends) {
        figures.add(concat(List.of(unknown(ONE)), ends));

        assertThat(figures.unknowns().ended(expected)).isEqualTo(1);
        assertThatTheyAddUp(1, 0);
    }

    static Stream<Arguments> eachTimeEndsOnceInTheLineThatSaysHow() {
        return Stream.of(
                Arguments.of(End.FOUND, List.of(done(ONE, Via.QUERY))),
                Arguments.of(End.FOUND, List.of(refused(ONE, Via.QUERY))),
                Arguments.of(End.FOUND, List.of(pending(ONE), done(ONE, Via.QUERY))),
                Arguments.of(End.ABSENT, List.of(absent(ONE), done(ONE, Via.ANSWER))),
                Arguments.of(End.ABSENT, List.of(givenUp(ONE))),
                Arguments.of(End.BY_STATEMENT, List.of(decided(ONE, "reconciliation-1"), done(ONE, Via.OPERATOR))),
                Arguments.of(End.BY_STATEMENT, List.of(decided(ONE, "reconciliation-1"), refused(ONE, Via.OPERATOR))),
                Arguments.of(End.BY_PERSON, List.of(decided(ONE, "7f1c"), done(ONE, Via.OPERATOR))),
                Arguments.of(End.BY_PERSON, List.of(decided(ONE, "7f1c"), givenUp(ONE))),
                Arguments.of(
                        End.FOUND,
                        List.of(
                                decided(ONE, "7f1c"),
                                new SagaEvent.QuestionsRenewed(ONE, NOW, NOW),
                                done(ONE, Via.QUERY))),
                Arguments.of(End.TOLD, List.of(done(ONE, Via.CALLBACK))),
                Arguments.of(End.TOLD, List.of(unknown(ONE), done(ONE, Via.ANSWER))));
    }

    @Test
    void whatWasNeverUnknownIsInNoLine() {
        figures.add(List.of(pending(ONE), done(ONE, Via.QUERY), done("pay.B2", Via.ANSWER)));

        assertThatTheyAddUp(0, 0);
        assertThat(Stream.of(End.values()).mapToInt(figures.unknowns()::ended)).containsOnly(0);
    }

    @Test
    void aPayoutMayBeUnknownSeveralTimesAndStayOpen() {
        figures.add(List.of(unknown(ONE), absent(ONE), unknown(ONE), unknown(ONE)));

        assertThat(figures.unknowns().ended(End.ABSENT)).isEqualTo(1);
        assertThatTheyAddUp(2, 1);
    }

    @Test
    void reversalsAndOtherStepsAreNotPayouts() {
        figures.add(List.of(unknown("pay.B1.undo"), done("pay.B1.undo", Via.QUERY), unknown("book")));

        assertThatTheyAddUp(0, 0);
    }

    @Test
    void theyAddUpWhateverHappensInWhateverOrder() {
        SplittableRandom draws = new SplittableRandom(7);
        for (int settlement = 0; settlement < 2_000; settlement++) {
            List<SagaEvent> events = new ArrayList<>();
            for (int i = draws.nextInt(30); i > 0; i--) {
                events.add(any("pay.B" + draws.nextInt(3), draws));
            }
            figures.add(events);
            assertThat(sum() + figures.unknowns().open())
                    .as(events.toString())
                    .isEqualTo(figures.unknowns().times());
        }
        assertThat(figures.unknowns().open()).isPositive();
        assertThat(Stream.of(End.values()).mapToInt(figures.unknowns()::ended)).allMatch(count -> count > 0);
    }

    private static SagaEvent any(String operation, SplittableRandom draws) {
        return switch (draws.nextInt(9)) {
            case 0, 1, 2 -> unknown(operation);
            case 3 -> done(operation, Via.values()[draws.nextInt(Via.values().length)]);
            case 4 -> refused(operation, Via.values()[draws.nextInt(Via.values().length)]);
            case 5 -> pending(operation);
            case 6 -> absent(operation);
            case 7 -> givenUp(operation);
            default -> decided(operation, draws.nextBoolean() ? "reconciliation-1" : "7f1c");
        };
    }

    private void assertThatTheyAddUp(int times, int open) {
        assertThat(figures.unknowns().times()).isEqualTo(times);
        assertThat(figures.unknowns().open()).isEqualTo(open);
        assertThat(sum() + open).isEqualTo(times);
    }

    private int sum() {
        return Stream.of(End.values()).mapToInt(figures.unknowns()::ended).sum();
    }

    private static List<SagaEvent> concat(List<SagaEvent> one, List<SagaEvent> other) {
        return Stream.concat(one.stream(), other.stream()).toList();
    }

    private static SagaEvent unknown(String operation) {
        return new SagaEvent.OutcomeUnknown(operation, 1, "no answer", NOW, NOW, NOW);
    }

    private static SagaEvent done(String operation, Via via) {
        return new SagaEvent.OperationSucceeded(operation, 1, "{}", via, NOW);
    }

    private static SagaEvent refused(String operation, Via via) {
        return new SagaEvent.OperationRejected(operation, 1, "closed", "", via, NOW);
    }

    private static SagaEvent pending(String operation) {
        return new SagaEvent.OperationPending(operation, "R", Via.QUERY, NOW, NOW);
    }

    private static SagaEvent absent(String operation) {
        return new SagaEvent.AbsenceEstablished(operation, 1, NOW, NOW);
    }

    private static SagaEvent givenUp(String operation) {
        return new SagaEvent.OperationGivenUp(operation, "not-found", "", NOW);
    }

    private static SagaEvent decided(String operation, String id) {
        return new SagaEvent.DecisionTaken("confirm-succeeded", operation, "", "olga", "seen", 1, id, NOW);
    }
}

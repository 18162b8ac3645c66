package io.querent.examples.payment.faultrun.storm;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class StormPlanTest {
    private static final Duration LEASE = Duration.ofSeconds(3);
    private static final int DECK =
            Stream.of(Kind.values()).mapToInt(Kind::share).sum();

    @Test
    void aSeedRepeatsItsInjectionsAndAnotherDoesNot() {
        assertThat(injections(7, 200)).isEqualTo(injections(7, 200)).isNotEqualTo(injections(8, 200));
    }

    @Test
    void everyDeckHoldsEveryKind() {
        assertThat(injections(1, DECK).stream().collect(Collectors.groupingBy(Injection::kind, Collectors.counting())))
                .allSatisfy((kind, count) -> assertThat(count).isEqualTo(kind.share()))
                .hasSize(Kind.values().length);
    }

    @Test
    void aNodeIsStoppedForLongerThanItsLeasesLastAndOnlyWrongClocksAreWrong() {
        assertThat(injections(3, 300)).allSatisfy(injection -> {
            assertThat(injection.length()).isGreaterThan(LEASE);
            assertThat(injection.node()).isBetween(0, 2);
            assertThat(injection.clockOffset().abs())
                    .isEqualTo(injection.kind() == Kind.WRONG_CLOCK ? Duration.ofMinutes(2) : Duration.ZERO);
        });
    }

    private static List<Injection> injections(long seed, int count) {
        return Stream.generate(new StormPlan(seed, 3, LEASE)::next).limit(count).toList();
    }
}

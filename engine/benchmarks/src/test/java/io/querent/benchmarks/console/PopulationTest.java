package io.querent.benchmarks.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Who lives in the database is the same each time, and a mix as it is found. */
class PopulationTest {
    private static final Population MANY = new Population(100_000);

    @Test
    void mostHaveEndedAndEveryFateIsThere() {
        Map<Fate, Long> fates = IntStream.rangeClosed(1, MANY.sagas())
                .mapToObj(MANY::fate)
                .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));

        assertThat(fates).containsOnlyKeys(Fate.values());
        assertThat(fates.get(Fate.COMPLETED)).isGreaterThan(90_000);
        assertThat(fates.get(Fate.COMPENSATED)).isBetween(800L, 1_200L);
        assertThat(fates.get(Fate.WAITING)).isBetween(400L, 600L);
    }

    @Test
    void whatHasNotEndedIsAmongTheNewest() {
        assertThat(IntStream.rangeClosed(1, MANY.sagas() / 2).mapToObj(MANY::fate))
                .doesNotContain(Fate.RUNNING, Fate.WAITING, Fate.UNKNOWN, Fate.IN_REVIEW);
    }

    @Test
    void everyDefinitionAndTenantHasSome() {
        assertThat(IntStream.rangeClosed(1, 1_000)
                        .mapToObj(number -> MANY.key(number).definition()))
                .contains(ConsoleSaga.NAMES.toArray(String[]::new));
        assertThat(IntStream.rangeClosed(1, 1_000)
                        .mapToObj(number -> MANY.key(number).tenant()))
                .containsAll(Population.TENANTS);
    }

    @Test
    void aNumberIsAlwaysTheSameSaga() {
        assertThat(new Population(100_000).key(4_711)).isEqualTo(MANY.key(4_711));
        assertThat(MANY.age(1)).isGreaterThan(MANY.age(2));
    }
}

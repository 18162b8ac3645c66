package io.querent.benchmarks.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.querent.benchmarks.console.ConsoleResults.Measured;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What was to be reached is judged route by route, and told. */
class ConsoleResultsTest {
    private static final int ASSETS = 60_000;

    @Test
    void isReachedWhenEverythingIsFastAndLightAndOurOwn() {
        ConsoleResults results = results(List.of(), route(Route.Kind.PAGE, 200, 140_000));

        assertThat(results.isReached()).isTrue();
        assertThat(ConsoleReport.of(results)).contains("| overview | ").doesNotContain("NOT REACHED", "**no**");
    }

    @Test
    void oneSlowRouteIsEnoughToMissIt() {
        ConsoleResults results =
                results(List.of(), route(Route.Kind.PAGE, 20, 1_000), route(Route.Kind.API, 200.1, 1_000));

        assertThat(results.isReached()).isFalse();
        assertThat(ConsoleReport.of(results)).contains("**no**", "NOT REACHED; slowest 200.1 ms; missed by overview");
    }

    @Test
    void aPageWeighsWhatItLoads() {
        assertThat(results(List.of(), route(Route.Kind.PAGE, 20, 140_001)).isReached())
                .isFalse();
        assertThat(results(List.of(), route(Route.Kind.FRAGMENT, 20, 140_001)).isReached())
                .isTrue();
        assertThat(results(List.of(), route(Route.Kind.API, 20, 900_000)).isReached())
                .isTrue();
    }

    @Test
    void anotherOriginIsNeverReached() {
        assertThat(results(List.of("https://elsewhere.example/a.js"), route(Route.Kind.PAGE, 20, 1_000))
                        .isReached())
                .isFalse();
    }

    private static Measured route(Route.Kind kind, double p95, int bytes) {
        return new Measured("overview", kind, 10, p95 / 2, p95, p95, p95, bytes, bytes);
    }

    private static ConsoleResults results(List<String> foreign, Measured... routes) {
        return new ConsoleResults(Map.of(), 1_000, 10, 100, List.of(routes), ASSETS, ASSETS, foreign);
    }
}

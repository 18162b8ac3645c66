package io.querent.examples.payment.faultrun.failover;

import static org.assertj.core.api.Assertions.assertThat;

import io.querent.examples.payment.faultrun.site.NodeChild;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class PulseTest {
    private static final Duration SECOND = Duration.ofSeconds(1);

    @Test
    void aSilenceBeginsAtTheLastBeatBeforeTheKill() {
        assertThat(silences(seconds(1, 2, 3, 25, 26), 4, 26)).containsExactly(Duration.ofSeconds(22), SECOND);
    }

    @Test
    void beatsThatWereUnderWayAtTheKillEndTheFirstSilence() {
        assertThat(silences(seconds(1, 2, 5, 25), 4, 25))
                .as("the longest of them is the time until work resumed")
                .containsExactly(Duration.ofSeconds(3), Duration.ofSeconds(20));
    }

    @Test
    void aSilenceThatLastsIsCountedUntilNow() {
        assertThat(silences(seconds(1, 2), 3, 30)).containsExactly(Duration.ofSeconds(28));
    }

    @Test
    void shortOnesAreLeftOut() {
        assertThat(Pulse.silences(
                        List.of(100_000_000L, 900_000_000L, 1_700_000_000L), 200_000_000L, 1_800_000_000L, SECOND))
                .isEmpty();
    }

    @Test
    void whatIsHeardIsPassedOn() {
        List<String> stored = new ArrayList<>();
        Pulse pulse = new Pulse(NodeChild.noting(stored::add));

        pulse.stored("1001");
        pulse.ended("node-1");

        assertThat(stored).containsExactly("1001");
        assertThat(pulse.count()).isEqualTo(1);
        assertThat(pulse.nodesEnded()).isEqualTo(1);
    }

    @Test
    void theMedianOfAnEvenNumberIsTheMeanOfTheTwoInTheMiddle() {
        List<Failover> four = Stream.of(20, 24, 22, 60).map(PulseTest::failover).toList();

        assertThat(ResumeTimes.median(four)).isEqualTo(Duration.ofSeconds(23));
        assertThat(ResumeTimes.median(four.subList(0, 3))).isEqualTo(Duration.ofSeconds(22));
        assertThat(ResumeTimes.longest(four)).isEqualTo(Duration.ofSeconds(60));
    }

    private static Failover failover(int seconds) {
        return new Failover(
                "member-1", "member-2", 2, SECOND, List.of(SECOND, Duration.ofSeconds(seconds)), Duration.ofMinutes(2));
    }

    private static List<Duration> silences(List<Long> beats, long from, long until) {
        return Pulse.silences(
                beats,
                Duration.ofSeconds(from).toNanos(),
                Duration.ofSeconds(until).toNanos(),
                SECOND);
    }

    private static List<Long> seconds(int... seconds) {
        List<Long> nanos = new ArrayList<>();
        for (int second : seconds) {
            nanos.add(Duration.ofSeconds(second).toNanos());
        }
        return nanos;
    }
}

package io.querent.saga;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A profile states what decides if sending again is safe, within bounds that the engine can add to a time. */
class DownstreamTest {
    private static final Duration DAY = Duration.ofDays(1);

    @Test
    void whetherKeysAreHonouredMustBeSaid() {
        Refused.definition(
                "QRT-2019",
                "downstream bank: say honoursOperationKey(retention) or ignoresOperationKey(): it decides if sending again"
                        + " is safe",
                () -> Downstream.named("bank").visibleWithin(Duration.ZERO).build());
    }

    @Test
    void howLateAnEffectMayShowMustBeSaid() {
        Refused.definition(
                "QRT-2019",
                "downstream bank: say visibleWithin(duration): until then a \"not found\" proves nothing",
                () -> Downstream.named("bank").ignoresOperationKey().build());
    }

    @Test
    void aRetentionNotLongerThanItsMarginIsRefused() {
        refused(
                "key retention PT1H must be longer than its margin PT1H",
                it -> it.honoursOperationKey(hours(1), hours(1)));
        refused(
                "key retention PT1H must be longer than its margin PT-1H",
                it -> it.honoursOperationKey(hours(1), hours(-1)));
        refused("key retention PT0S must be longer than its margin PT0S", it -> it.honoursOperationKey(Duration.ZERO));
    }

    @Test
    void aRetentionBeyondCalendarsIsRefused() {
        refused(
                "key retention PT876624H must be at most PT876600H",
                it -> it.honoursOperationKey(Duration.ofDays(36_526)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"PT-1S", "PT8784H0.001S"})
    void aVisibilityWindowOutsideItsBoundsIsRefused(Duration window) {
        refused("visibility window " + window + " must be PT0S to PT8784H", it -> it.visibleWithin(window));
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 21, 201})
    void aKeyLengthOutsideItsBoundsIsRefused(int characters) {
        refused("key length " + characters + " must be 22 to 200", it -> it.keyLength(characters));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 10_001})
    void aConcurrencyOutsideItsBoundsIsRefused(int calls) {
        refused("concurrency " + calls + " must be 1 to 10000", it -> it.concurrency(calls));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1_000_001})
    void aRateOutsideItsBoundsIsRefused(int calls) {
        refused("rate " + calls + " must be 1 to 1000000 a second", it -> it.ratePerSecond(calls));
    }

    @ParameterizedTest
    @ValueSource(strings = {"PT0S", "PT-1S", "PT24H0.001S"})
    void aTimeLimitOutsideItsBoundsIsRefused(Duration limit) {
        refused("time limit " + limit + " must be PT0.001S to PT24H", it -> it.timeLimit(limit));
    }

    @Test
    void aTwentiethOfTheRetentionIsKeptAsMargin() {
        assertThat(profile(it -> it.honoursOperationKey(DAY)).protectedFor()).isEqualTo(Duration.ofMinutes(24 * 57));
        assertThat(profile(it -> it.honoursOperationKey(DAY, hours(2))).protectedFor())
                .isEqualTo(hours(22));
    }

    @Test
    void aDownstreamThatIgnoresKeysProtectsNothing() {
        Downstream shop = profile(Downstream.Builder::ignoresOperationKey);

        assertThat(shop.honoursOperationKey()).isFalse();
        assertThatThrownBy(shop::protectedFor)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("downstream bank does not honour operation keys");
    }

    private static Downstream profile(UnaryOperator<Downstream.Builder> say) {
        return say.apply(Downstream.named("bank").visibleWithin(Duration.ZERO)).build();
    }

    private static void refused(String message, UnaryOperator<Downstream.Builder> say) {
        Refused.definition("QRT-2019", "downstream bank: " + message, () -> profile(say));
    }

    private static Duration hours(int hours) {
        return Duration.ofHours(hours);
    }
}

package io.querent.examples.payment.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.querent.examples.payment.bank.faults.SendFault;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FaultsTest {
    @Test
    void everyFaultOfTheBankCanBeGiven() {
        assertThat(Arrays.stream(SendFault.values()).map(SendFault::label))
                .allSatisfy(kind ->
                        assertThat(Faults.parse(kind + "=0.5", 1).bankOptions()).contains("--fault=" + kind + "=0.5"));
    }

    @Test
    void noneMeansNone() {
        Faults none = Faults.parse("none", 1);

        assertThat(none.concernTheBank()).isFalse();
        assertThat(none.holds("1")).isFalse();
        assertThat(none.bankOptions())
                .filteredOn(option -> option.startsWith("--fault="))
                .allSatisfy(option -> assertThat(option).endsWith("=0.0"));
    }

    @Test
    void theSameOrdersMeetTheSameFaults() {
        Faults one = Faults.parse("held=0.1", 5);
        Faults again = Faults.parse("held=0.1", 5);
        Faults other = Faults.parse("held=0.1", 6);

        long held = IntStream.range(0, 10_000)
                .filter(order -> one.holds(String.valueOf(order)))
                .count();
        assertThat(held).isBetween(900L, 1_100L);
        assertThat(IntStream.range(0, 1_000)).allMatch(order -> one.holds("" + order) == again.holds("" + order));
        assertThat(IntStream.range(0, 1_000)).anyMatch(order -> one.holds("" + order) != other.holds("" + order));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"everything", "reply-lost", "reply-lost=", "reply-lost=2", "reply-lost=-0.1", "reply-lost=NaN"})
    void whatMakesNoSenseIsRefused(String spec) {
        assertThatThrownBy(() -> Faults.parse(spec, 1)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aSendMeetsOneFaultAtMost() {
        assertThatThrownBy(() -> Faults.parse("reply-lost=0.6,request-lost=0.6", 1))
                .hasMessageContaining("may add up to 1");
    }
}

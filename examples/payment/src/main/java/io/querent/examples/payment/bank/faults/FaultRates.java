package io.querent.examples.payment.bank.faults;

import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How often each of several faults happens; at most one of them happens to a call.
 *
 * @param rates share of calls per fault, together at most 1
 */
public record FaultRates<F extends Enum<F>>(SortedMap<F, Double> rates) {
    /** So that ten rates of 0.1, added as binary fractions, still count as 1. */
    private static final double ROUNDING = 1e-9;

    /** @throws IllegalArgumentException when a rate is no share, or all of them exceed 1 */
    public FaultRates {
        rates = Collections.unmodifiableSortedMap(new TreeMap<>(rates));
        double sum = 0;
        for (Map.Entry<F, Double> entry : rates.entrySet()) {
            sum += Rate.checked(entry.getKey().toString(), entry.getValue());
        }
        if (sum > 1 + ROUNDING) {
            throw new IllegalArgumentException(
                    "rates exclude each other, so their sum must be at most 1; found=" + sum);
        }
    }

    /** No faults. */
    public static <F extends Enum<F>> FaultRates<F> none() {
        return new FaultRates<F>(new TreeMap<>());
    }

    /** These rates, with {@code fault} at {@code rate}. */
    public FaultRates<F> with(F fault, double rate) {
        TreeMap<F, Double> more = new TreeMap<>(rates);
        more.put(fault, rate);
        return new FaultRates<>(more);
    }

    /** The fault that owns the point {@code draw} of the line from 0 to 1, or empty where no fault does. */
    Optional<F> at(double draw) {
        double edge = 0;
        for (Map.Entry<F, Double> entry : rates.entrySet()) {
            edge += entry.getValue();
            if (draw < edge) {
                return Optional.of(entry.getKey());
            }
        }
        return Optional.empty();
    }
}

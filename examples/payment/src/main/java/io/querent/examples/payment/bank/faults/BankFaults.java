package io.querent.examples.payment.bank.faults;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Decides which call meets which fault, from seed, key and number of the call. Immutable and thread-safe.
 *
 * @param seed another seed, another run
 */
public record BankFaults(
        long seed, SendFaults sends, LookupFaults lookups, Declines declines, StatementFaults statements) {
    private static final long WHOLE_KEY = 0;

    /** Faults of a bank whose statements tell what is in its books. */
    public BankFaults(long seed, SendFaults sends, LookupFaults lookups, Declines declines) {
        this(seed, sends, lookups, declines, StatementFaults.none());
    }

    /** A bank that keeps its promises promptly. */
    public static BankFaults none() {
        return new BankFaults(0, SendFaults.none(), LookupFaults.none(), Declines.none());
    }

    /** What the {@code send}th send (from 1) under {@code key} meets. */
    public Optional<SendFault> onSend(String key, long send) {
        return send > sends.firstSends() ? Optional.empty() : sends.rates().at(draw().of("send", key, send));
    }

    /** What the {@code lookup}th lookup (from 1) of {@code key} meets. */
    public Optional<LookupFault> onLookup(String key, long lookup) {
        return lookup > lookups.firstLookups()
                ? Optional.empty()
                : lookups.rates().at(draw().of("lookup", key, lookup));
    }

    /** How long a slow answer or booking takes. */
    public Duration slowness(String key, long send) {
        return sends.slow().at(draw().of("slow", key, send));
    }

    /** How long after the request a parked instruction reaches the books. */
    public Duration lateness(String key, long send) {
        return sends.late().at(draw().of("late", key, send));
    }

    /** How long an accepted instruction stays pending. */
    public Duration pendency(String key, long send) {
        return sends.pending().at(draw().of("pending", key, send));
    }

    /** How long a decision under {@code key} stays invisible to lookups. */
    public Duration visibilityLag(String key) {
        boolean lags = draw().of("lag", key, WHOLE_KEY) < lookups.lagRate();
        return lags ? lookups.visibilityLag() : Duration.ZERO;
    }

    /** The reason for which a transfer is declined, if it is. */
    public Optional<String> transferDecline(String key) {
        return decline(key, declines.transferRate());
    }

    /** The reason for which a reversal is declined, if it is. */
    public Optional<String> reversalDecline(String key) {
        return decline(key, declines.reversalRate());
    }

    /** Whether statements tell the amount booked under {@code key} wrong. */
    public boolean isToldWrong(String key) {
        return draw().of("told wrong", key, WHOLE_KEY) < statements.differingAmounts();
    }

    private Optional<String> decline(String key, double rate) {
        if (draw().of("decline", key, WHOLE_KEY) >= rate) {
            return Optional.empty();
        }
        List<String> codes = declines.codes();
        int reason = (int) (draw().of("decline code", key, WHOLE_KEY) * codes.size());
        return Optional.of(codes.get(reason));
    }

    private Draw draw() {
        return new Draw(seed);
    }
}

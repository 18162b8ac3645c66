package io.querent.decision.world;

import io.querent.saga.Outcome;
import java.time.Duration;

/** What a downstream makes of a request that reached it. */
public sealed interface Verdict {
    /** The effect happens. */
    record Applied() implements Verdict {}

    /** A definite business no. */
    record Declined(String code) implements Verdict {}

    /** A definite business no that leaves an effect behind all the same. */
    record DeclinedWithEffect(String code) implements Verdict {}

    /** Accepted; after {@code settlesAfter} the effect happens, or is refused. */
    record Accepted(Duration settlesAfter, boolean applied) implements Verdict {}

    /** A server error before the business layer: nothing is kept of the request. */
    record Failed(int status) implements Verdict {}

    /** A server error that is kept and answered to every repetition, with or without the effect. */
    record KeptFailure(int status, boolean applied) implements Verdict {}

    /** Whether the effect has happened {@code age} after the request arrived. */
    default boolean isApplied(Duration age) {
        if (this instanceof Accepted accepted) {
            return accepted.applied() && isSettled(age);
        }
        return this instanceof Applied
                || this instanceof DeclinedWithEffect
                || (this instanceof KeptFailure failure && failure.applied());
    }

    /** Whether it is final {@code age} after the request arrived. */
    default boolean isSettled(Duration age) {
        return !(this instanceof Accepted accepted) || age.compareTo(accepted.settlesAfter()) >= 0;
    }

    /** What a caller is told {@code age} after the request arrived, if the answer reaches it. */
    default Outcome<String> answer(Duration age) {
        if (this instanceof Failed failed) {
            return Outcome.unknown("HTTP " + failed.status());
        } else if (this instanceof KeptFailure failure) {
            return Outcome.unknown("HTTP " + failure.status());
        } else if (this instanceof Declined declined) {
            return Outcome.rejected(declined.code(), "declined");
        } else if (this instanceof DeclinedWithEffect declined) {
            return Outcome.refusedWithEffect(declined.code(), "declined", "\"fee\"");
        } else if (!isSettled(age)) {
            return Outcome.pending("reference-1");
        }
        return isApplied(age) ? Outcome.succeeded("\"done\"") : Outcome.rejected("failed", "declined later");
    }
}

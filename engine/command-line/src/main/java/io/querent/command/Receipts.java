package io.querent.command;

import io.querent.runtime.action.ActionResult;
import io.querent.runtime.masking.TextMask;
import io.querent.saga.SagaKey;

/** Says what came of a request. */
final class Receipts {
    private Receipts() {}

    /** For people: never more than is proved. */
    static String line(ActionResult result, TextMask mask, SagaKey saga) {
        return result.effect()
                + ": "
                + mask.mask(result.sentence(), saga)
                + (result.until() == null ? "" : " Until " + DeskCommand.seconds(result.until()) + ".")
                + (result.repeated() ? " (sent before)" : "")
                + "  id="
                + result.requestId();
    }

    static Json json(ActionResult result, TextMask mask, SagaKey saga) {
        return new Json()
                .with("id", result.requestId())
                .with("effect", result.effect())
                .with("settled", result.isSettled())
                .with("sentence", mask.mask(result.sentence(), saga))
                .with("sagaStatus", result.sagaStatus())
                .with("revision", result.revision())
                .with("until", result.until())
                .with("repeated", result.repeated());
    }

    static int exitCode(ActionResult result) {
        return switch (result.effect()) {
            case EFFECT_CONFIRMED, CONFIRMED_ABSENT, RECORDED, NOTHING_NEW -> ExitCodes.DONE;
            case ACCEPTED, STILL_UNKNOWN, AWAITS_APPROVAL -> ExitCodes.WAITING;
            case REFUSED, STALE, PARKED -> ExitCodes.REFUSED;
        };
    }
}

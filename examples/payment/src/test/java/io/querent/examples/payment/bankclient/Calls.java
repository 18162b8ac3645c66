package io.querent.examples.payment.bankclient;

import io.querent.decision.FrozenRequest;
import io.querent.runtime.call.CallContext;
import io.querent.runtime.call.FailureClassifier;
import io.querent.saga.Call;
import io.querent.saga.OperationKey;
import io.querent.saga.Outcome;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Callable;

/** A call as the engine makes it. */
final class Calls {
    static final String KEY = "default:payment:29401:transfer";
    static final String BODY =
            "{\"debtorAccount\":\"1\",\"creditorBank\":\"YZ\",\"creditorAccount\":\"87144583\",\"amount\":2452.00,"
                    + "\"currency\":\"CZK\",\"reference\":\"order 29401 SIPO\"}";
    static final TransferRequest REQUEST =
            new TransferRequest("1", "YZ", "87144583", new BigDecimal("2452.00"), "CZK", "order 29401 SIPO");

    private Calls() {}

    static Call within(Duration limit) {
        return new CallContext(
                new OperationKey(KEY), KEY, 7, 1, Instant.now().plus(limit), new FrozenRequest(BODY, "v1:0"), null);
    }

    /** What the engine makes of an action, whether it returns or throws. */
    static <R> Outcome<R> outcome(Callable<Outcome<R>> action) {
        try {
            return action.call();
        } catch (Exception thrown) {
            return FailureClassifier.classify(thrown);
        }
    }

    /** An entry of the bank's books as its answers show it. */
    static String entry(String status, String amount, String more) {
        return "{\"key\":\"" + KEY + "\",\"status\":\"" + status + "\"" + more
                + ",\"debtorAccount\":\"1\",\"creditorBank\":\"YZ\",\"creditorAccount\":\"87144583\",\"amount\":\""
                + amount + "\",\"currency\":\"CZK\",\"reference\":\"order 29401 SIPO\"}";
    }

    static String problem(String code) {
        return "{\"status\":400,\"code\":\"" + code + "\",\"message\":\"no\",\"key\":\"" + KEY + "\"}";
    }
}

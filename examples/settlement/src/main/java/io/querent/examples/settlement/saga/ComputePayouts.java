package io.querent.examples.settlement.saga;

import io.querent.examples.settlement.payout.FeeRule;
import io.querent.examples.settlement.payout.PayoutPlan;
import io.querent.examples.settlement.payout.Share;
import io.querent.saga.Call;
import io.querent.saga.Outcome;
import java.util.List;

/** Divide a frozen window by a version of the rules. */
record ComputePayouts(String rules, String currency, List<Share> shares) {
    ComputePayouts {
        shares = List.copyOf(shares);
    }

    /** Does it. Moves nothing: it is a step of its own so that what was computed stands in the history before anything follows from it. */
    static Outcome<PayoutPlan> compute(Call call, ComputePayouts request) {
        return FeeRule.of(request.rules())
                .map(rule -> Outcome.succeeded(rule.divide(request.currency(), request.shares())))
                .orElseGet(() ->
                        Outcome.rejected("NO_SUCH_RULES", "there is no version " + request.rules() + " of the rules"));
    }
}

package io.querent.runtime.work;

import io.querent.decision.Authority;
import io.querent.decision.Decider;
import io.querent.decision.Decision;
import io.querent.decision.OperatorDecision;
import io.querent.decision.SagaCommand;
import io.querent.decision.SagaState;
import io.querent.decision.preview.Preview;
import io.querent.runtime.codec.PayloadCodec;
import io.querent.runtime.codec.StatedAmounts;
import io.querent.saga.Amount;
import io.querent.saga.SagaDefinition;
import java.time.Instant;

/**
 * Tells people what their decision would come to, on a saga as it is stored. Nothing is stored, and nobody is called but the definition's
 * functions; as thread-safe as these.
 */
public final class Foresight {
    private final PayloadCodec payloads;

    /** Looks ahead with requests as {@code payloads} writes them. */
    public Foresight(PayloadCodec payloads) {
        this.payloads = payloads;
    }

    /** What would be done, in order; or the refusal, in its own words. */
    public <I> Preview look(
            SagaDefinition<I> definition,
            SagaState state,
            OperatorDecision decision,
            Authority authority,
            Instant now) {
        return Preview.of(
                definition,
                state,
                command(definition, state, decision, authority, now),
                new StoredFunctions<>(definition, payloads));
    }

    /** Whether the decision would be accepted, and with which events. A decision to move to another version is not one of these. */
    public Decision dryRun(
            SagaDefinition<?> definition,
            SagaState state,
            OperatorDecision decision,
            Authority authority,
            Instant now) {
        return Decider.decide(definition, state, command(definition, state, decision, authority, now));
    }

    /** The command that the decision amounts to, with what it depends on. */
    public SagaCommand.Decide command(
            SagaDefinition<?> definition,
            SagaState state,
            OperatorDecision decision,
            Authority authority,
            Instant now) {
        Amount worth = decision instanceof OperatorDecision.CompensatePart part
                ? new StatedAmounts(payloads)
                        .of(definition, state, part.operation())
                        .orElse(null)
                : null;
        return new SagaCommand.Decide(decision, authority, worth, now);
    }
}

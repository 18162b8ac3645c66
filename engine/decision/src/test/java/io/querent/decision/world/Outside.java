package io.querent.decision.world;

import io.querent.decision.Authority;
import io.querent.decision.Decision;
import io.querent.decision.OperatorDecision;
import io.querent.decision.QueryAnswer;
import io.querent.decision.SagaCommand;
import io.querent.saga.Amount;
import org.jspecify.annotations.Nullable;

/** What comes to a saga from outside: what downstreams tell unasked, and what a person decides. Each message has its own id. */
public final class Outside {
    private final ScriptedWorld world;
    private int messages;

    /** Of that world. */
    public Outside(ScriptedWorld world) {
        this.world = world;
    }

    /** The downstream tells what became of the operation. */
    public Decision tells(String operation, QueryAnswer answer) {
        return tells(operation, answer, "message-" + ++messages);
    }

    /** The same in a message with that id. */
    public Decision tells(String operation, QueryAnswer answer, String messageId) {
        return world.submit(new SagaCommand.RecordCallback(operation, messageId, "bank", answer, 0, world.now()));
    }

    /** A person decides who has seen the newest state. */
    public Decision decides(OperatorDecision decision) {
        return decides(decision, world.state().version());
    }

    /** A person decides who has seen that revision. */
    public Decision decides(OperatorDecision decision, long revision) {
        return decides(decision, revision, "request-" + ++messages);
    }

    /** The same with that request id. */
    public Decision decides(OperatorDecision decision, long revision, String requestId) {
        return world.submit(new SagaCommand.Decide(
                decision, new Authority("ann", "by the books", revision, requestId), worth(decision), world.now()));
    }

    private @Nullable Amount worth(OperatorDecision decision) {
        return decision instanceof OperatorDecision.CompensatePart part ? world.worth(part.operation()) : null;
    }
}

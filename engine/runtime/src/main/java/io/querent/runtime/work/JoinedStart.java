package io.querent.runtime.work;

import io.querent.decision.Decider;
import io.querent.decision.Decision;
import io.querent.decision.SagaCommand;
import io.querent.runtime.journal.Append;
import io.querent.runtime.journal.AppendResult;
import io.querent.runtime.journal.Appends;
import io.querent.runtime.journal.CallerTransaction;
import io.querent.runtime.journal.Guard;
import io.querent.runtime.journal.Possession;
import io.querent.saga.SagaDefinition;
import java.time.Duration;
import java.util.Map;

/**
 * A start in a transaction of the caller's. This node remembers nothing of it, since it may be rolled back: the saga is stored
 * without an owner and due at once, for whoever sees it after the commit.
 */
final class JoinedStart {
    private JoinedStart() {}

    /**
     * Appends the start.
     *
     * @param attributes what people search the saga by
     * @throws X what the database says
     */
    static <X extends Exception> Start.Found in(
            CallerTransaction<X> transaction,
            SagaDefinition<?> definition,
            SagaCommand.StartSaga command,
            Map<String, String> attributes)
            throws X {
        AppendResult result = transaction.append(append(definition, command).with(attributes));
        if (result instanceof AppendResult.Appended) {
            return new Start.Found.Created();
        } else if (result instanceof AppendResult.Exists exists) {
            return new Start.Found.Existing(exists.row());
        }
        throw new IllegalStateException("the start of " + command.key() + " came to " + result);
    }

    private static Append append(SagaDefinition<?> definition, SagaCommand.StartSaga command) {
        Decision decision = Decider.decide(definition, null, command);
        if (decision instanceof Decision.Accepted accepted) {
            return Appends.of(
                    definition,
                    new Guard.New(definition.version(), command.inputHash()),
                    null,
                    accepted.events(),
                    accepted.state(),
                    new Possession.DueIn(Duration.ZERO));
        }
        throw new IllegalStateException("the core did not begin " + command.key() + ": " + decision);
    }
}

package io.querent.examples.settlement.service;

import io.querent.examples.settlement.saga.Settlement;
import io.querent.examples.settlement.saga.SettlementSaga;
import io.querent.runtime.OperationKeyConflictException;
import io.querent.runtime.SagaEngine;
import io.querent.runtime.SagaHandle;
import io.querent.saga.SagaDefinition;
import io.querent.saga.SagaKey;
import java.util.List;
import java.util.Optional;
import org.springframework.transaction.support.TransactionTemplate;

/** Where settlements are asked for. Whoever asks, and however often: one key is one settlement. Thread-safe. */
public final class SettlementDesk {
    private final SagaEngine engine;
    private final SagaDefinition<Settlement> definition;
    private final Executions executions;
    private final TransactionTemplate transaction;

    SettlementDesk(
            SagaEngine engine,
            SagaDefinition<Settlement> definition,
            Executions executions,
            TransactionTemplate transaction) {
        this.engine = engine;
        this.definition = definition;
        this.executions = executions;
        this.transaction = transaction;
    }

    /**
     * What is there before anything is asked for.
     *
     * @param settled how many of them are over, done or not
     * @param underWay how many have begun and are not over
     * @param fresh how many were never asked for
     */
    public record Preview(int settled, int underWay, int fresh) {}

    /** An answer to what was asked for. */
    public sealed interface Answer {
        /** It began now. */
        record Started(SagaKey saga) implements Answer {}

        /** It had begun before; nothing new was begun. */
        record Replayed(SagaKey saga) implements Answer {}

        /** Under its key something else was settled; nothing was begun. */
        record Conflict(SagaKey saga, String detail) implements Answer {}
    }

    /** Looks, and begins nothing. */
    public Preview preview(List<Settlement> settlements) {
        int settled = 0;
        int underWay = 0;
        for (Settlement settlement : settlements) {
            Optional<SagaHandle> known = engine.find(key(settlement));
            if (known.isPresent() && known.get().status().isFinal()) {
                settled++;
            } else if (known.isPresent()) {
                underWay++;
            }
        }
        return new Preview(settled, underWay, settlements.size() - settled - underWay);
    }

    /**
     * Asks for a settlement. The number of this execution, and whether it began anything, are committed with the start.
     *
     * @throws io.querent.saga.QuerentException when the database did not answer: ask again
     */
    public Answer ask(Settlement settlement, Trigger trigger) {
        try {
            return transaction.execute(status -> {
                SagaHandle saga = engine.start(definition, settlement);
                executions.note(settlement.key(), trigger, saga.isNew() ? "STARTED" : "REPLAYED");
                return saga.isNew() ? new Answer.Started(saga.key()) : new Answer.Replayed(saga.key());
            });
        } catch (OperationKeyConflictException conflict) {
            executions.note(settlement.key(), trigger, "CONFLICT");
            return new Answer.Conflict(key(settlement), String.valueOf(conflict.getMessage()));
        }
    }

    private static SagaKey key(Settlement settlement) {
        return SagaKey.of(SettlementSaga.NAME, settlement.key());
    }
}

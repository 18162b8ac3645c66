package io.querent.spring.engine;

import io.querent.decision.Authority;
import io.querent.decision.OperatorDecision;
import io.querent.runtime.Callback;
import io.querent.runtime.EngineUnavailableException;
import io.querent.runtime.Receipt;
import io.querent.runtime.SagaEngine;
import io.querent.runtime.SagaHandle;
import io.querent.runtime.Versions;
import io.querent.runtime.journal.Reviews;
import io.querent.runtime.journal.SagaSearch;
import io.querent.runtime.work.QuerentEngine;
import io.querent.saga.SagaDefinition;
import io.querent.saga.SagaKey;
import io.querent.saga.StepHandle;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * The engine as the application's beans know it, from before its database was found until after it has stopped. While there is
 * no engine behind it, it says so: {@link EngineUnavailableException}, and nothing has happened. Thread-safe.
 */
final class DeferredSagaEngine implements SagaEngine {
    private volatile EngineState state = new EngineState.Stopped();

    EngineState state() {
        return state;
    }

    void become(EngineState next) {
        state = next;
    }

    @Override
    public <I> SagaHandle start(SagaDefinition<I> definition, I input) {
        return engine("starting a saga of " + definition).start(definition, input);
    }

    @Override
    public <I> CompletionStage<SagaHandle> startAsync(SagaDefinition<I> definition, I input) {
        try {
            return engine("starting a saga of " + definition).startAsync(definition, input);
        } catch (RuntimeException failure) {
            return CompletableFuture.failedStage(failure);
        }
    }

    @Override
    public Optional<SagaHandle> find(SagaKey key) {
        return engine("looking for saga " + key).find(key);
    }

    @Override
    public <R> Receipt tell(Callback<R> callback) {
        return engine("taking in a callback about " + callback.operation()).tell(callback);
    }

    @Override
    public Receipt decide(SagaKey saga, OperatorDecision decision, Authority authority) {
        return engine("deciding about saga " + saga).decide(saga, decision, authority);
    }

    @Override
    public <R> Receipt signal(SagaKey saga, StepHandle<R> step, String messageId, String source, R word) {
        return engine("sending a signal").signal(saga, step, messageId, source, word);
    }

    @Override
    public Versions versions() {
        return engine("reading versions of definitions").versions();
    }

    @Override
    public Reviews reviews() {
        return engine("reading reviews").reviews();
    }

    @Override
    public SagaSearch search() {
        return engine("searching sagas").search();
    }

    @Override
    public boolean wake(SagaKey key, String operator, String reason, String requestId) {
        return engine("waking saga " + key).wake(key, operator, reason, requestId);
    }

    private QuerentEngine engine(String what) {
        EngineState now = state;
        if (now instanceof EngineState.Working working) {
            return working.engine();
        } else if (now instanceof EngineState.Connecting connecting) {
            throw new EngineUnavailableException(
                    what + ": the database was not reached yet, " + connecting.reason(), null);
        } else if (now instanceof EngineState.Refused refused) {
            throw new EngineUnavailableException(what + ": the database cannot be used, " + refused.reason(), null);
        }
        throw new EngineUnavailableException(what + ": the engine is not running", null);
    }
}

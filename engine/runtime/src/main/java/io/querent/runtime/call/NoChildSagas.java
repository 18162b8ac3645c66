package io.querent.runtime.call;

import io.querent.saga.Call;
import io.querent.saga.ChildSagas;
import io.querent.saga.Done;
import io.querent.saga.Outcome;
import io.querent.saga.QueryResult;
import io.querent.saga.SagaDefinition;
import io.querent.saga.SagaKey;
import io.querent.saga.SagaView;
import java.util.function.Function;

/** Where no engine runs, no saga can run another. */
public final class NoChildSagas implements ChildSagas {
    @Override
    public <C, R> Outcome<R> start(SagaDefinition<C> definition, C input, Call call) {
        throw none();
    }

    @Override
    public <C, R> QueryResult<R> look(
            SagaDefinition<C> definition, C input, Call call, Function<SagaView<C>, R> result) {
        throw none();
    }

    @Override
    public Outcome<Done> compensate(SagaKey child, Call call) {
        throw none();
    }

    @Override
    public QueryResult<Done> lookAtCompensation(SagaKey child, Call call) {
        throw none();
    }

    private static IllegalStateException none() {
        return new IllegalStateException("no engine is open, so no saga can run another");
    }
}

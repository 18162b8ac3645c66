package io.querent.benchmarks.growth;

import io.querent.benchmarks.contender.Contender;
import io.querent.benchmarks.contender.Order;
import io.querent.decision.SagaStatus;
import io.querent.postgres.JournalCounters;
import io.querent.postgres.PostgresEngine;
import io.querent.runtime.EngineSettings;
import io.querent.runtime.SagaResult;
import io.querent.saga.SagaDefinition;
import java.util.List;
import javax.sql.DataSource;

/** An engine that runs sagas of one job. Thread-safe. */
final class GrowthEngine implements Contender {
    /** More than are ever in flight here, so that none has to wait in the database for room. */
    private static final int MOST_OWNED = 20_000;

    private final SagaDefinition<Parcel> definition;
    private final String content;
    private final PostgresEngine node;

    /** Opens an engine on a database that has the schema. */
    GrowthEngine(DataSource dataSource, String name, Job job) {
        this.definition = GrowthSaga.of(job);
        this.content = Content.of(job.inputCharacters());
        this.node = PostgresEngine.open(
                dataSource, EngineSettings.forNode(name).withMaxOwned(MOST_OWNED), transactions -> List.of(definition));
    }

    @Override
    public String name() {
        return "querent";
    }

    @Override
    public String schema() {
        return "querent";
    }

    @Override
    public void run(Order order) throws Exception {
        SagaResult result = node.engine()
                .start(definition, new Parcel(order.number(), content))
                .result()
                .toCompletableFuture()
                .get();
        if (result.status() != SagaStatus.COMPLETED) {
            throw new IllegalStateException("saga " + order.number() + " ended as " + result.status());
        }
    }

    @Override
    public int mostInFlight() {
        return Integer.MAX_VALUE;
    }

    @Override
    public boolean likesVirtualThreads() {
        return true;
    }

    @Override
    public Appends appends() {
        JournalCounters counters = node.journal().counters();
        return new Appends(counters.appends(), counters.commits());
    }

    @Override
    public void close() {
        node.close();
    }
}

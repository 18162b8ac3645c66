package io.querent.spring.axon;

import io.querent.axon.QuerentSerializer;
import io.querent.spring.database.EngineDatabase;
import org.axonframework.common.jdbc.UnitOfWorkAwareConnectionProviderWrapper;
import org.axonframework.common.transaction.TransactionManager;
import org.axonframework.eventhandling.tokenstore.TokenStore;
import org.axonframework.eventhandling.tokenstore.jdbc.JdbcTokenStore;
import org.axonframework.eventhandling.tokenstore.jdbc.TokenSchema;
import org.axonframework.spring.jdbc.SpringDataSourceConnectionProvider;
import org.axonframework.spring.messaging.unitofwork.SpringTransactionManager;

/** Positions of event processors in Querent's schema, where a migration makes their table. */
final class PostgresTokenStore {
    private static final TokenSchema SCHEMA = TokenSchema.builder()
            .setTokenTable("querent.event_processor_position")
            .setProcessorNameColumn("processor")
            .setSegmentColumn("segment")
            .setTokenColumn("position")
            .setTokenTypeColumn("position_type")
            .setTimestampColumn("claimed_at")
            .setOwnerColumn("owner")
            .build();

    private PostgresTokenStore() {}

    static TokenStore of(EngineDatabase database, String node) {
        return JdbcTokenStore.builder()
                .connectionProvider(new UnitOfWorkAwareConnectionProviderWrapper(
                        new SpringDataSourceConnectionProvider(database.dataSource())))
                .serializer(new QuerentSerializer())
                .schema(SCHEMA)
                .contentType(byte[].class)
                .nodeId(node)
                .build();
    }

    static TransactionManager transactionsOf(EngineDatabase database) {
        return new SpringTransactionManager(database.transactionManager());
    }
}

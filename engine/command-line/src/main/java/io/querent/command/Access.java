package io.querent.command;

import io.querent.runtime.codec.PayloadProtection;
import io.querent.saga.SagaDefinition;
import java.util.List;
import javax.sql.DataSource;

/** Where the engine's database is. Whoever embeds the commands gives them one of its own. */
@FunctionalInterface
public interface Access {
    /** Opens it. */
    Opened open() throws Exception;

    /** An open access. Closing it gives back what was opened. */
    interface Opened extends AutoCloseable {
        /** Connections to the database. */
        DataSource dataSource();

        /** How payloads are protected in the database. */
        default PayloadProtection protection() {
            return PayloadProtection.NONE;
        }

        /** Definitions of the embedding application, which previews need; none where nobody embeds the commands. */
        default List<SagaDefinition<?>> definitions() {
            return List.of();
        }

        @Override
        default void close() {}
    }
}

package io.querent.spring.database;

import io.querent.runtime.journal.JournalUnavailableException;
import io.querent.spring.StartUpException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.transaction.PlatformTransactionManager;

/**
 * The database that the engine works on.
 *
 * @param dataSource where connections come from, as the transaction manager knows it
 * @param transactionManager whose transactions steps take part in
 * @param transactionManagerName name of its bean
 * @param embeddedDirectory where the server lives that was started for it; null for a server that is not ours
 */
public record EngineDatabase(
        DataSource dataSource,
        PlatformTransactionManager transactionManager,
        String transactionManagerName,
        @Nullable Path embeddedDirectory) {
    private static final String PRODUCT = "PostgreSQL";
    private static final String SCHEMA = "querent";

    /** Whether the server was started for this application. */
    public boolean isEmbedded() {
        return embeddedDirectory != null;
    }

    /**
     * Makes sure that it is PostgreSQL at all. What else is asked of the server is asked in PostgreSQL's own words.
     *
     * @throws StartUpException when it is not
     * @throws JournalUnavailableException when the database cannot be reached
     */
    public void requirePostgres() {
        String product = ask(connection -> connection.getMetaData().getDatabaseProductName());
        if (!PRODUCT.equals(product)) {
            throw StartUpException.notPostgres(product);
        }
    }

    /**
     * Makes sure that the application's tables are not among Querent's. PostgreSQL looks first in the schema that is called like
     * the role, and a role for Querent is easily called querent. It shows only once there is a schema.
     *
     * @throws StartUpException when they would be
     * @throws JournalUnavailableException when the database cannot be reached
     */
    public void requireSchemaApart() {
        String schema = ask(Connection::getSchema);
        if (SCHEMA.equals(schema)) {
            throw StartUpException.sharedSchema(schema);
        }
    }

    private interface Question {
        @Nullable
        String of(Connection connection) throws SQLException;
    }

    private String ask(Question question) {
        try (Connection connection = dataSource.getConnection()) {
            return String.valueOf(question.of(connection));
        } catch (SQLException unavailable) {
            throw new JournalUnavailableException("looking at the database", unavailable);
        }
    }
}

package io.querent.spring.engine;

import io.querent.postgres.MigrationFailedException;
import io.querent.postgres.PostgresJournal;
import io.querent.postgres.PostgresSchema;
import io.querent.postgres.ServerCheck;
import io.querent.postgres.ServerRequirement;
import io.querent.runtime.EngineSettings;
import io.querent.runtime.call.Workers;
import io.querent.runtime.codec.PayloadCodec;
import io.querent.runtime.journal.JournalUnavailableException;
import io.querent.runtime.work.Definitions;
import io.querent.spring.QuerentProperties;
import io.querent.spring.StartUpException;
import io.querent.spring.axon.AxonShell;
import io.querent.spring.database.EngineDatabase;
import io.querent.spring.journal.SpringCallerTransactions;
import io.querent.spring.journal.SpringLocalTransactions;
import java.util.EnumSet;
import java.util.Set;
import org.flywaydb.core.api.exception.FlywayValidateException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** All that an engine is made of, and the way to make one as soon as there is a database. */
record EngineStart(
        EngineDatabase database,
        PostgresJournal journal,
        SpringLocalTransactions transactions,
        SpringCallerTransactions callers,
        PayloadCodec payloads,
        Definitions definitions,
        EngineSettings settings,
        AxonShell axon,
        OutboxStart outbox,
        QuerentProperties properties) {
    private static final Logger LOG = LoggerFactory.getLogger(EngineStart.class);

    /**
     * Looks at the server, brings the schema up to date and sets an engine to work.
     *
     * @throws JournalUnavailableException when the database cannot be reached
     * @throws io.querent.postgres.UnfitServerException when money must not be entrusted to the server
     * @throws StartUpException when the database is no PostgreSQL, or its schema, the role or the transaction manager does not fit
     */
    RunningEngine run() {
        outbox.check(definitions);
        database.requirePostgres();
        ServerCheck.require(database.dataSource(), waived())
                .forEach(finding -> LOG.warn(
                        "the server is used although {}; what to do: {}", finding.problem(), finding.action()));
        migrate();
        database.requireSchemaApart();
        transactions.check();
        RunningEngine engine = RunningEngine.start(this, Workers.start(settings.callThreads()));
        LOG.info(
                "Querent is at work; node={}, definitions={}, database={}",
                settings.node(),
                definitions.versions().stream()
                        .map(each -> each.name() + " version " + each.version())
                        .toList(),
                database.isEmbedded() ? "embedded in " + database.embeddedDirectory() : "the application's");
        return engine;
    }

    /** That the schema is another version's, or was meddled with, is for the application's start to explain. */
    private void migrate() {
        try {
            PostgresSchema.migrate(database.dataSource());
        } catch (MigrationFailedException failed) {
            if (failed.getCause() instanceof FlywayValidateException mismatch) {
                throw StartUpException.schemaRefused(mismatch);
            }
            throw failed;
        }
    }

    private Set<ServerRequirement> waived() {
        Set<ServerRequirement> waived = EnumSet.noneOf(ServerRequirement.class);
        if (properties.allowAsynchronousCommit()) {
            waived.add(ServerRequirement.SYNCHRONOUS_COMMIT);
        }
        if (properties.allowUnsafeWrites()) {
            waived.add(ServerRequirement.DURABLE_WRITES);
        }
        return waived;
    }
}

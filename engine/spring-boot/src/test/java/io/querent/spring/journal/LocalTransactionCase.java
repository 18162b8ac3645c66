package io.querent.spring.journal;

import com.zaxxer.hikari.HikariDataSource;
import io.querent.decision.Decider;
import io.querent.decision.Decision;
import io.querent.decision.SagaCommand;
import io.querent.postgres.PostgresJournal;
import io.querent.postgres.PostgresSchema;
import io.querent.runtime.journal.Append;
import io.querent.runtime.journal.Appends;
import io.querent.runtime.journal.Guard;
import io.querent.runtime.journal.Possession;
import io.querent.saga.Done;
import io.querent.saga.Outcome;
import io.querent.saga.Saga;
import io.querent.saga.SagaDefinition;
import io.querent.saga.canonical.RequestHash;
import io.querent.spring.database.EngineDatabase;
import io.querent.spring.testing.ScriptedDataSource;
import io.querent.spring.testing.TestPostgres;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;

/** A database with a business table, and sagas whose start is appended in a local transaction. */
final class LocalTransactionCase implements AutoCloseable {
    private static final SagaDefinition<String> NOTED = Saga.define("noted", String.class)
            .businessKey(number -> number)
            .step(
                    "note",
                    Done.class,
                    step -> step.request(String.class, saga -> saga.input())
                            .inTransaction((call, number) -> Outcome.done())
                            .needsNoUndo("a note"))
            .build();

    private final HikariDataSource pool = new HikariDataSource();
    private final ScriptedDataSource dataSource = new ScriptedDataSource(pool);
    private final JdbcClient jdbc = JdbcClient.create(dataSource);
    private final PostgresJournal journal;

    LocalTransactionCase() throws SQLException {
        TestPostgres.Database database = TestPostgres.newDatabase();
        database.execute("CREATE TABLE note (number text PRIMARY KEY)");
        pool.setJdbcUrl(database.url());
        pool.setUsername(database.username());
        pool.setPassword(database.password());
        PostgresSchema.migrate(pool);
        journal = new PostgresJournal(pool);
    }

    SpringLocalTransactions transactions() {
        return transactions(new JdbcTransactionManager(dataSource));
    }

    SpringLocalTransactions transactions(PlatformTransactionManager transactionManager) {
        return new SpringLocalTransactions(
                new EngineDatabase(dataSource, transactionManager, "transactionManager", null), journal);
    }

    ScriptedDataSource dataSource() {
        return dataSource;
    }

    JdbcClient jdbc() {
        return jdbc;
    }

    void note(String number) {
        jdbc.sql("INSERT INTO note (number) VALUES (?)").param(number).update();
    }

    Append start(String number) {
        String json = '"' + number + '"';
        String hash = RequestHash.of(json.getBytes(StandardCharsets.UTF_8)).toString();
        Decision.Accepted accepted = (Decision.Accepted) Decider.decide(
                NOTED,
                null,
                new SagaCommand.StartSaga(
                        NOTED.keyOf(number), json, hash, false, Instant.parse("2026-11-29T00:00:00Z")));
        return Appends.of(
                NOTED,
                new Guard.New(1, hash),
                null,
                accepted.events(),
                accepted.state(),
                new Possession.DueIn(Duration.ofHours(1)));
    }

    boolean isNoted(String number) {
        return jdbc.sql("SELECT count(*) FROM note WHERE number = ?")
                        .param(number)
                        .query(Long.class)
                        .single()
                > 0;
    }

    boolean isStarted(String number) {
        return journal.find(NOTED.keyOf(number).id()).isPresent();
    }

    @Override
    public void close() {
        journal.close();
        pool.close();
    }
}

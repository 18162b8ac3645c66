package io.querent.testkit.junit;

import static org.assertj.core.api.Assertions.assertThat;

import io.querent.decision.SagaStatus;
import io.querent.postgres.JdbcLocalTransactions;
import io.querent.runtime.SagaHandle;
import io.querent.saga.Done;
import io.querent.saga.Outcome;
import io.querent.saga.Saga;
import io.querent.saga.SagaDefinition;
import io.querent.saga.SagaKey;
import io.querent.testkit.engine.CrashPoint;
import io.querent.testkit.engine.TestEngine;
import io.querent.testkit.engine.TestStore;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.OffsetDateTime;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Steps that write to the database themselves are tested on PostgreSQL, where their writes and the engine's are one transaction. */
@QuerentTest(on = On.POSTGRES)
class LocalTransactionTest {
    record Order(String number) {}

    private final DataSource database;

    @Runs
    private final SagaDefinition<Order> posting = Saga.define("posting", Order.class)
            .businessKey(Order::number)
            .step(
                    "post",
                    Done.class,
                    step -> step.request(String.class, saga -> saga.input().number())
                            .inTransaction((call, number) -> {
                                try (Statement insert = JdbcLocalTransactions.currentConnection()
                                        .createStatement()) {
                                    insert.execute("INSERT INTO posting VALUES ('" + number + "', now())");
                                }
                                return Outcome.done();
                            })
                            .needsNoUndo("the test looks at the posting alone"))
            .build();

    LocalTransactionTest(DataSource database) {
        this.database = database;
    }

    @BeforeEach
    void makeTable() throws SQLException {
        execute("CREATE TABLE IF NOT EXISTS posting (number text NOT NULL, posted_at timestamptz NOT NULL)");
        execute("TRUNCATE posting");
    }

    @Test
    void businessWritesAreCommittedWithTheStep(TestEngine engine) throws SQLException {
        SagaHandle saga = engine.start(posting, new Order("A:1"));

        assertThat(engine.await(saga).status()).isEqualTo(SagaStatus.COMPLETED);
        assertThat(postings()).isEqualTo(1);
    }

    /** C86: wherever the node dies, the posting is there once. */
    @ParameterizedTest
    @EnumSource(CrashPoint.class)
    void aNodeThatDiesLeavesOnePosting(CrashPoint point, TestStore store) throws SQLException {
        TestEngine doomed = store.node("a", posting).crashAt(point, "post");
        doomed.start(posting, new Order("A:1"));
        doomed.awaitCrash();
        assertThat(postings()).isEqualTo(point == CrashPoint.BEFORE_SEND || point == CrashPoint.AFTER_ANSWER ? 1 : 0);
        TestEngine next = doomed.restart();

        store.advance(Duration.ofMinutes(1));

        SagaKey key = SagaKey.of("posting", "A:1");
        assertThat(next.await(key, TestEngine.PATIENCE).status()).isEqualTo(SagaStatus.COMPLETED);
        assertThat(postings()).isEqualTo(1);
    }

    @Test
    void theDatabasesOwnClockIsMovedToo(TestEngine engine) throws SQLException {
        engine.advance(Duration.ofDays(30));

        engine.await(engine.start(posting, new Order("A:1")));

        try (Connection connection = database.getConnection();
                Statement select = connection.createStatement();
                ResultSet rows = select.executeQuery("SELECT posted_at, now() FROM posting")) {
            rows.next();
            assertThat(rows.getObject(1, OffsetDateTime.class).toInstant())
                    .isBetween(engine.now().minusSeconds(30), engine.now());
            assertThat(rows.getObject(2, OffsetDateTime.class).toInstant())
                    .isBetween(engine.now().minusSeconds(30), engine.now().plusSeconds(1));
        }
    }

    private long postings() throws SQLException {
        try (Connection connection = database.getConnection();
                Statement select = connection.createStatement();
                ResultSet rows = select.executeQuery("SELECT count(*) FROM posting")) {
            rows.next();
            return rows.getLong(1);
        }
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}

package io.querent.receiver.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.querent.receiver.Body;
import io.querent.receiver.Crowd;
import io.querent.receiver.Debit;
import io.querent.receiver.Execution;
import io.querent.receiver.Fence;
import io.querent.receiver.GuardCounters;
import io.querent.receiver.GuardUnavailableException;
import io.querent.receiver.NotDoneException;
import io.querent.receiver.OperationAnswer;
import io.querent.receiver.OperationWork;
import io.querent.receiver.ReceiverDatabase;
import io.querent.receiver.ReceiverServer;
import io.querent.receiver.Resolver;
import java.io.IOException;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** A resource knows the highest token that was there, whatever came of the operation that it was there for. */
class SeenTokensTest {
    private static final Fence OLDER = new Fence("account:A", 4);
    private static final Fence NEWER = new Fence("account:A", 5);

    private final ReceiverDatabase database = ReceiverServer.newDatabase();

    @AfterEach
    void close() {
        database.close();
    }

    /** What work may come to that leaves nothing of what it wrote. */
    private enum Undone {
        REFUSED,
        THROWN,
        ERROR,
        AWAY_ELSEWHERE,
        SQL_ERROR,
        REFUSED_COMMIT;

        /** As of a guard on another database that the work calls. */
        private static GuardUnavailableException elsewhere() {
            return GuardUnavailableException.nothingDone("other", new SQLException("no", "08001"));
        }

        OperationAnswer end(Statement statement) throws SQLException {
            return switch (this) {
                case REFUSED -> OperationAnswer.refused("NO", Body.json("{}"));
                case THROWN -> throw new IllegalStateException("no");
                case ERROR -> throw new StackOverflowError("no");
                case AWAY_ELSEWHERE -> throw elsewhere();
                case SQL_ERROR -> {
                    statement.execute("SELECT 1 / 0");
                    yield OperationAnswer.succeeded(Body.json("{}"));
                }
                case REFUSED_COMMIT -> {
                    statement.execute("INSERT INTO once VALUES (1), (1)");
                    yield OperationAnswer.succeeded(Body.json("{}"));
                }
            };
        }
    }

    static Stream<Arguments> everyWayAtEveryLevel() {
        return Arrays.stream(Isolation.values())
                .flatMap(isolation -> Arrays.stream(Undone.values()).map(undone -> Arguments.of(isolation, undone)));
    }

    private JdbcOperationGuard guard(Isolation isolation) {
        return new JdbcOperationGuard(
                new JdbcTransactions(database.dataSource()),
                GuardSettings.defaults().withIsolation(isolation),
                new GuardCounters(),
                null);
    }

    private JdbcLongOperationGuard longGuard(Isolation isolation) {
        return new JdbcLongOperationGuard(
                new JdbcTransactions(database.dataSource()),
                GuardSettings.defaults().withIsolation(isolation),
                new GuardCounters(),
                null);
    }

    private void makeOnce() {
        database.execute("CREATE TABLE once (id integer, UNIQUE (id) DEFERRABLE INITIALLY DEFERRED)");
    }

    private static OperationWork writing(Undone undone, Fence... fences) {
        return transaction -> {
            for (Fence fence : fences) {
                transaction.fence(fence);
            }
            Debit.write(transaction.connection(), transaction.key(), 100);
            try (Statement statement = transaction.connection().createStatement()) {
                return undone.end(statement);
            }
        };
    }

    private static void run(JdbcOperationGuard guard, Fence named, Undone undone, OperationWork work) throws Exception {
        var request = named == null
                ? Debit.request("new", 100)
                : Debit.request("new", 100).withFence(named);
        if (undone == Undone.REFUSED) {
            assertThat(guard.execute(request, work)).isInstanceOf(Execution.Applied.class);
        } else {
            assertThatThrownBy(() -> guard.execute(request, work))
                    .satisfies(thrown -> assertThat(thrown.getSuppressed()).isEmpty());
        }
    }

    private void assertOlderIsKeptOut(Isolation isolation) throws Exception {
        assertThat(tokens()).containsExactly("account:A 5");
        assertThat(guard(isolation).execute(Debit.request("old", 100).withFence(OLDER), Debit.of(100)))
                .isEqualTo(new Execution.Stale(OLDER));
        assertThat(database.count("SELECT balance FROM account")).isEqualTo(1000);
        assertThat(database.count("SELECT count(*) FROM ledger")).isZero();
    }

    private List<String> tokens() {
        return database.texts("SELECT resource || ' ' || token FROM querent_receiver.fence ORDER BY 1");
    }

    @ParameterizedTest
    @MethodSource("everyWayAtEveryLevel")
    void tokenThatTheRequestNamesIsKept(Isolation isolation, Undone undone) throws Exception {
        makeOnce();
        run(guard(isolation), NEWER, undone, writing(undone));
        assertOlderIsKeptOut(isolation);
    }

    @ParameterizedTest
    @MethodSource("everyWayAtEveryLevel")
    void tokenThatTheWorkNamesIsKept(Isolation isolation, Undone undone) throws Exception {
        makeOnce();
        run(guard(isolation), null, undone, writing(undone, NEWER));
        assertOlderIsKeptOut(isolation);
    }

    @ParameterizedTest
    @EnumSource(Isolation.class)
    void tokenIsKeptOfWhoIsTooOldAtAnotherResource(Isolation isolation) throws Exception {
        JdbcOperationGuard guard = guard(isolation);
        guard.execute(Debit.request("b", 0).withFence(new Fence("account:B", 9)), Debit.of(0));
        database.execute("DELETE FROM ledger");
        Fence stale = new Fence("account:B", 5);

        assertThat(guard.execute(Debit.request("k", 100), writing(Undone.THROWN, NEWER, stale)))
                .isEqualTo(new Execution.Stale(stale));

        assertThat(tokens()).containsExactly("account:A 5", "account:B 9");
    }

    @ParameterizedTest
    @EnumSource(Isolation.class)
    void ofManyAtOnceThatAllComeToNothingTheHighestIsKept(Isolation isolation) {
        JdbcOperationGuard guard = guard(isolation);
        AtomicInteger next = new AtomicInteger();
        Crowd.of(8, () -> {
            int token = next.incrementAndGet();
            Undone undone = token % 2 == 0 ? Undone.REFUSED : Undone.THROWN;
            try {
                return guard.execute(Debit.request("k" + token, 100), writing(undone, new Fence("account:A", token)));
            } catch (IllegalStateException thrown) {
                return thrown;
            }
        });
        assertThat(tokens()).containsExactly("account:A 8");
        assertThat(database.count("SELECT balance FROM account")).isEqualTo(1000);
    }

    @ParameterizedTest
    @MethodSource("everyWayAtEveryLevel")
    void tokenThatACompletionOfLongWorkNamesIsKept(Isolation isolation, Undone undone) throws Exception {
        makeOnce();
        try (JdbcLongOperationGuard guard = longGuard(isolation)) {
            if (undone == Undone.ERROR) {
                assertThatThrownBy(() -> complete(guard, undone)).isInstanceOf(StackOverflowError.class);
            } else {
                assertThat(complete(guard, undone))
                        .isInstanceOf(undone == Undone.REFUSED ? Execution.Applied.class : Execution.InReview.class);
            }
        }
        assertThat(database.texts("SELECT status || coalesce(owner, '') FROM querent_receiver.operation_record"))
                .containsExactly(undone == Undone.REFUSED ? "11" : "3");
        assertOlderIsKeptOut(isolation);
    }

    private static Execution complete(JdbcLongOperationGuard guard, Undone undone) {
        return guard.execute(Debit.request("new", 100), lease -> writing(undone, NEWER), Resolver.ofPeople());
    }

    @ParameterizedTest
    @EnumSource(Isolation.class)
    void tokenOfLongWorkOfWhichNobodyKnowsIsKept(Isolation isolation) throws Exception {
        try (JdbcLongOperationGuard guard = longGuard(isolation)) {
            guard.execute(
                    Debit.request("new", 100).withFence(NEWER),
                    lease -> {
                        throw new IOException("reset");
                    },
                    Resolver.ofPeople());
        }
        assertOlderIsKeptOut(isolation);
    }

    @ParameterizedTest
    @EnumSource(Isolation.class)
    void tokenOfLongWorkThatIsTriedAgainLaterIsKept(Isolation isolation) throws Exception {
        try (JdbcLongOperationGuard guard = longGuard(isolation)) {
            guard.execute(
                    Debit.request("new", 100).withFence(NEWER),
                    lease -> {
                        throw NotDoneException.forNow("CONNECT_REFUSED", null);
                    },
                    Resolver.ofPeople());
        }
        assertOlderIsKeptOut(isolation);
    }

    @Test
    void whatAnOwnerIsOnlyToldRaisesNothing() throws Exception {
        JdbcOperationGuard guard = guard(Isolation.READ_COMMITTED);
        guard.execute(Debit.request("k", 100).withFence(OLDER), Debit.of(100));
        assertThat(guard.execute(Debit.request("k", 120).withFence(NEWER), Debit.of(120)))
                .isEqualTo(new Execution.Conflict());
        assertThat(tokens()).containsExactly("account:A 4");
    }
}

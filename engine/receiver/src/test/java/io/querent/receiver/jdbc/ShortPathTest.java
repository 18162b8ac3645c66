package io.querent.receiver.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.querent.receiver.Body;
import io.querent.receiver.Debit;
import io.querent.receiver.Execution;
import io.querent.receiver.Fence;
import io.querent.receiver.GuardCounters;
import io.querent.receiver.OperationAnswer;
import io.querent.receiver.OperationRequest;
import io.querent.receiver.OperationStatus;
import io.querent.receiver.ReceiverDatabase;
import io.querent.receiver.ReceiverServer;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** An operation that is done in one transaction. */
class ShortPathTest {
    private final ReceiverDatabase database = ReceiverServer.newDatabase();
    private JdbcOperationGuard guard = guard(GuardSettings.defaults());

    private JdbcOperationGuard guard(GuardSettings settings) {
        return new JdbcOperationGuard(new JdbcTransactions(database.dataSource()), settings, new GuardCounters(), null);
    }

    @AfterEach
    void close() {
        database.close();
    }

    @ParameterizedTest
    @EnumSource(Isolation.class)
    void repeatIsToldTheFirstAnswer(Isolation isolation) throws Exception {
        guard = guard(GuardSettings.defaults().withIsolation(isolation));
        Execution first = guard.execute(Debit.request("k", 100), Debit.of(100));
        Execution repeat = guard.execute(Debit.request("k", 100), Debit.of(100));

        OperationAnswer answer = OperationAnswer.succeeded(Body.json("{\"debited\":100}"));
        assertThat(first).isEqualTo(new Execution.Applied(answer));
        assertThat(repeat).isEqualTo(new Execution.Replayed(answer));
        assertBooks(900, 1);
        assertThat(guard.counters().counts().replays()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4, 98})
    void asManyHeadersAsAnAnswerMayHaveAreKept(int length) throws Exception {
        Map<String, String> headers = new TreeMap<>();
        for (int i = 1000; Body.charactersOf(headers) + length + 7 <= Body.MOST_HEADER_CHARACTERS; i++) {
            headers.put("h-" + i, "\u00fc".repeat(length - 1));
        }
        OperationAnswer answer = OperationAnswer.succeeded(Body.json("{}").withHeaders(headers));
        guard.execute(Debit.request("k", 100), transaction -> answer);
        assertThat(guard.execute(Debit.request("k", 100), transaction -> answer))
                .isEqualTo(new Execution.Replayed(answer));
    }

    @Test
    void sameKeyWithOtherRequestIsAConflictAndLeavesTheHash() throws Exception {
        guard.execute(Debit.request("k", 100), Debit.of(100));
        String hash = database.texts("SELECT encode(hash, 'hex') FROM querent_receiver.operation_record")
                .get(0);

        assertThat(guard.execute(Debit.request("k", 120), Debit.of(120))).isEqualTo(new Execution.Conflict());
        assertThat(database.texts("SELECT encode(hash, 'hex') FROM querent_receiver.operation_record"))
                .containsExactly(hash);
        assertThat(guard.counters().counts().conflicts()).isEqualTo(1);
        assertBooks(900, 1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"amount\":100,\"account\":\"A\"}",
                "{ \"account\" : \"A\" ,\n \"amount\" : 1e2 }",
                "{\"account\":\"A\",\"amount\":100.00,\"memo\":null}"
            })
    void spellingOfTheRequestDoesNotMatter(String spelling) throws Exception {
        guard.execute(Debit.request("k", 100), Debit.of(100));
        OperationRequest repeat = OperationRequest.of("shop", "k", spelling.getBytes(StandardCharsets.UTF_8));
        assertThat(guard.execute(repeat, Debit.of(100))).isInstanceOf(Execution.Replayed.class);
    }

    @Test
    void unknownMemberIsAnotherRequest() throws Exception {
        guard.execute(Debit.request("k", 100), Debit.of(100));
        OperationRequest other = OperationRequest.of(
                "shop", "k", "{\"account\":\"A\",\"amount\":100,\"to\":\"B\"}".getBytes(StandardCharsets.UTF_8));
        assertThat(guard.execute(other, Debit.of(100))).isEqualTo(new Execution.Conflict());
    }

    @Test
    void sameKeyOfAnotherCallerIsAnotherOperation() throws Exception {
        guard.execute(Debit.request("t1", "1", 100), Debit.of(100));
        assertThat(guard.execute(Debit.request("t2", "1", 50), Debit.of(50))).isInstanceOf(Execution.Applied.class);
        assertThat(guard.find("t3", "1")).isEmpty();
        assertThat(guard.counters().counts().conflicts()).isZero();
        assertBooks(850, 2);
    }

    @Test
    void refusalIsStoredAndNothingThatTheWorkWrote() throws Exception {
        Execution first = guard.execute(Debit.request("k", 5000), Debit.of(5000));
        assertThat(first)
                .isEqualTo(new Execution.Applied(
                        OperationAnswer.refused("INSUFFICIENT_FUNDS", Body.json("{\"missing\":true}"))));
        database.execute("UPDATE account SET balance = 9000");
        assertThat(guard.execute(Debit.request("k", 5000), Debit.of(5000)))
                .isEqualTo(new Execution.Replayed(((Execution.Applied) first).answer()));
        assertBooks(9000, 0);
        assertThat(guard.find("shop", "k").orElseThrow().status()).isEqualTo(OperationStatus.FAILED);
    }

    @Test
    void failureOfTheWorkLeavesNothing() throws Exception {
        IllegalStateException failure = new IllegalStateException("no");
        assertThatThrownBy(() -> guard.execute(Debit.request("k", 100), transaction -> {
                    Debit.of(100).run(transaction);
                    throw failure;
                }))
                .isSameAs(failure);
        assertThat(database.count("SELECT count(*) FROM querent_receiver.operation_record"))
                .isZero();
        assertThat(database.count("SELECT count(*) FROM querent_receiver.operation_answer"))
                .isZero();
        assertBooks(1000, 0);
        assertThat(guard.execute(Debit.request("k", 100), Debit.of(100))).isInstanceOf(Execution.Applied.class);
    }

    @Test
    void swallowedSqlErrorIsNoSuccess() {
        assertThatThrownBy(() -> guard.execute(Debit.request("k", 100), transaction -> {
                    try (Statement statement = transaction.connection().createStatement()) {
                        statement.execute("SELECT 1/0");
                    } catch (SQLException swallowed) {
                        // What such code should not do.
                    }
                    return OperationAnswer.succeeded(Body.json("{}"));
                }))
                .isInstanceOf(SQLException.class);
        assertThat(database.count("SELECT count(*) FROM querent_receiver.operation_record"))
                .isZero();
    }

    @Test
    void workCannotEndTheTransaction() {
        assertThatThrownBy(() -> guard.execute(Debit.request("k", 100), transaction -> {
                    transaction.connection().commit();
                    return OperationAnswer.succeeded(Body.json("{}"));
                }))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("commit() is not for");
        assertThat(database.count("SELECT count(*) FROM querent_receiver.operation_record"))
                .isZero();
    }

    @Test
    void olderTokenIsRefusedAtTheResource() throws Exception {
        Fence newer = new Fence("account:A", 2);
        Fence older = new Fence("account:A", 1);
        guard.execute(Debit.request("new", 100).withFence(newer), Debit.of(100));

        assertThat(guard.execute(Debit.request("old", 100).withFence(older), Debit.of(100)))
                .isEqualTo(new Execution.Stale(older));
        assertThat(guard.execute(Debit.request("old2", 100), transaction -> {
                    transaction.fence(older);
                    return Debit.of(100).run(transaction);
                }))
                .isEqualTo(new Execution.Stale(older));
        assertThat(guard.execute(Debit.request("same", 100).withFence(newer), Debit.of(100)))
                .isInstanceOf(Execution.Applied.class);
        assertThat(guard.counters().counts().stale()).isEqualTo(2);
        assertThat(database.count("SELECT count(*) FROM querent_receiver.operation_record"))
                .isEqualTo(2);
        assertBooks(800, 2);
    }

    @Test
    void refusalOfANewerOwnerKeepsTheOlderOneOut() throws Exception {
        Fence older = new Fence("account:A", 1);
        assertRefused(guard.execute(Debit.request("new", 5000).withFence(new Fence("account:A", 2)), Debit.of(5000)));
        assertThat(guard.execute(Debit.request("old", 100).withFence(older), Debit.of(100)))
                .isEqualTo(new Execution.Stale(older));
        assertBooks(1000, 0);
    }

    @Test
    void refusalOfANewerOwnerThatItsWorkNamesKeepsTheOlderOneOut() throws Exception {
        Fence older = new Fence("account:A", 1);
        assertRefused(guard.execute(Debit.request("new", 5000), transaction -> {
            transaction.fence(new Fence("account:A", 2));
            return Debit.of(5000).run(transaction);
        }));
        assertThat(guard.execute(Debit.request("old", 100).withFence(older), Debit.of(100)))
                .isEqualTo(new Execution.Stale(older));
    }

    @Test
    void replayToANewerOwnerKeepsTheOlderOneOutOfOtherKeys() throws Exception {
        Fence older = new Fence("account:A", 1);
        Fence newer = new Fence("account:A", 2);
        guard.execute(Debit.request("k", 100).withFence(older), Debit.of(100));
        assertThat(guard.execute(Debit.request("k", 100).withFence(newer), Debit.of(100)))
                .isInstanceOf(Execution.Replayed.class);
        assertThat(guard.execute(Debit.request("k2", 100).withFence(older), Debit.of(100)))
                .isEqualTo(new Execution.Stale(older));
        assertThat(guard.execute(Debit.request("k", 100).withFence(older), Debit.of(100)))
                .isInstanceOf(Execution.Replayed.class);
        assertBooks(900, 1);
    }

    @Test
    void replayWhoseTokenIsKnownWritesNothing() throws Exception {
        OperationRequest request = Debit.request("k", 100).withFence(new Fence("account:A", 1));
        guard.execute(request, Debit.of(100));
        String row = "SELECT xmin || ' ' || xmax || ' ' || raised_at FROM querent_receiver.fence";
        String before = database.texts(row).get(0);
        assertThat(guard.execute(request, Debit.of(100))).isInstanceOf(Execution.Replayed.class);
        assertThat(database.texts(row)).containsExactly(before);
    }

    private static void assertRefused(Execution execution) {
        assertThat(execution)
                .isInstanceOfSatisfying(
                        Execution.Applied.class,
                        applied -> assertThat(applied.answer()).isInstanceOf(OperationAnswer.Refused.class));
    }

    @Test
    void largeAnswerLiesElsewhereAndIsReplayedByteForByte() throws Exception {
        byte[] large = new byte[100_000];
        for (int i = 0; i < large.length; i++) {
            large[i] = (byte) (i * 31);
        }
        Body body = new Body("application/octet-stream", large);
        guard.execute(Debit.request("k", 1), transaction -> OperationAnswer.succeeded(body));
        AtomicInteger again = new AtomicInteger();
        Execution repeat = guard.execute(Debit.request("k", 1), transaction -> {
            again.incrementAndGet();
            return OperationAnswer.succeeded(Body.json("{}"));
        });
        assertThat(repeat).isEqualTo(new Execution.Replayed(OperationAnswer.succeeded(body)));
        assertThat(again).hasValue(0);
        assertThat(database.count("SELECT count(*) FROM querent_receiver.operation_answer WHERE body IS NULL"))
                .isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 100_000})
    void headersOfAnAnswerAreToldAgainWhereverItsBodyLies(int bytes) throws Exception {
        Body body = new Body(
                "text/plain", new byte[bytes], Map.of("Location", "/debits/1: a\u00fc", "ETag", "\"v1\"", "Link", ""));
        OperationAnswer answer = OperationAnswer.refused("NO", body);
        guard.execute(Debit.request("k", 1), transaction -> answer);
        assertThat(guard.execute(Debit.request("k", 1), Debit.of(1))).isEqualTo(new Execution.Replayed(answer));
        assertThat(guard.find("shop", "k").orElseThrow().answer()).isEqualTo(answer);
    }

    @Test
    void operationIsFoundByItsKey() throws Exception {
        assertThat(guard.find("shop", "k")).isEmpty();
        guard.execute(Debit.request("k", 100), Debit.of(100));
        assertThat(guard.find("shop", "k").orElseThrow()).satisfies(found -> {
            assertThat(found.status()).isEqualTo(OperationStatus.SUCCEEDED);
            assertThat(found.answer()).isEqualTo(OperationAnswer.succeeded(Body.json("{\"debited\":100}")));
            assertThat(found.attempts()).isEqualTo(1);
            assertThat(found.leaseUntil()).isNull();
            assertThat(found.endedAt()).isNotNull();
        });
    }

    private void assertBooks(long balance, long rows) {
        assertThat(database.count("SELECT balance FROM account")).isEqualTo(balance);
        assertThat(database.count("SELECT count(*) FROM ledger")).isEqualTo(rows);
    }
}

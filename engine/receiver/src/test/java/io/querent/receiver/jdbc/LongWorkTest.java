package io.querent.receiver.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.querent.receiver.Body;
import io.querent.receiver.Crowd;
import io.querent.receiver.Debit;
import io.querent.receiver.Execution;
import io.querent.receiver.Fence;
import io.querent.receiver.GuardCounters;
import io.querent.receiver.GuardUnavailableException;
import io.querent.receiver.LeaseLostException;
import io.querent.receiver.LongWork;
import io.querent.receiver.NotDoneException;
import io.querent.receiver.OperationAnswer;
import io.querent.receiver.ReceiverDatabase;
import io.querent.receiver.ReceiverServer;
import io.querent.receiver.Resolution;
import io.querent.receiver.Resolver;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Work that calls elsewhere, under a lease. */
@Tag("every-java")
class LongWorkTest {
    private static final OperationAnswer DEBITED = OperationAnswer.succeeded(Body.json("{\"debited\":100}"));
    private static final LongWork DEBIT = lease -> Debit.of(100);

    private static final LongWork TIMES_OUT = lease -> {
        throw new SocketTimeoutException("Read timed out");
    };

    private final ReceiverDatabase database = ReceiverServer.newDatabase();
    private final GuardCounters counters = new GuardCounters();
    private final GuardSettings settings = GuardSettings.defaults()
            .withWaitForHolder(Duration.ofMillis(50))
            .withLease(Duration.ofSeconds(1))
            .withRetries(3, Duration.ofMillis(1));
    private final JdbcLongOperationGuard guard = guard("one");
    private final JdbcLongOperationGuard other = guard("two");

    private JdbcLongOperationGuard guard(String owner) {
        return new JdbcLongOperationGuard(
                new JdbcTransactions(database.dataSource()), settings.withOwner(owner), counters, null);
    }

    @AfterEach
    void close() {
        guard.close();
        other.close();
        database.close();
    }

    @Test
    void repeatIsToldTheFirstAnswer() {
        assertThat(execute(guard, DEBIT)).isEqualTo(new Execution.Applied(DEBITED));
        assertThat(execute(other, DEBIT)).isEqualTo(new Execution.Replayed(DEBITED));
        assertBooks(900, 1);
        assertThat(database.texts("SELECT status FROM querent_receiver.operation_attempt"))
                .containsExactly("10");
    }

    @Test
    void othersAreToldThatItIsUnderWayAndHeartbeatsKeepItSo() {
        CountDownLatch goOn = new CountDownLatch(1);
        CompletableFuture<Execution> first = Crowd.start(() -> execute(guard, lease -> {
            assertThat(goOn.await(60, TimeUnit.SECONDS)).isTrue();
            lease.check();
            return Debit.of(100);
        }));
        await().until(() -> state().equals("1"));
        String lease = "SELECT lease_until - first_at > interval '2 seconds' FROM querent_receiver.operation_record";
        await().until(() -> database.texts(lease).get(0).equals("t"));
        assertThat(execute(other, DEBIT)).isInstanceOf(Execution.InProgress.class);
        assertThat(new JdbcOperationGuard(database.dataSource()))
                .satisfies(each -> assertThat(each.execute(Debit.request("k", 100), Debit.of(100)))
                        .isInstanceOf(Execution.InProgress.class));
        goOn.countDown();
        assertThat(first.join()).isEqualTo(new Execution.Applied(DEBITED));
        assertBooks(900, 1);
    }

    @Test
    void whoeverIsInterruptedWhileWaitingIsToldThatNothingWasDoneAndStaysInterrupted() throws Exception {
        JdbcLongOperationGuard patient = new JdbcLongOperationGuard(
                new JdbcTransactions(database.dataSource()),
                settings.withWaitForHolder(Duration.ofSeconds(60)),
                counters,
                null);
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        CompletableFuture<Execution> first = Crowd.start(() -> execute(patient, lease -> {
            entered.countDown();
            assertThat(goOn.await(60, TimeUnit.SECONDS)).isTrue();
            return Debit.of(100);
        }));
        assertThat(entered.await(60, TimeUnit.SECONDS)).isTrue();
        CompletableFuture<Boolean> second = Crowd.start(() -> {
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> execute(patient, DEBIT))
                    .isInstanceOfSatisfying(
                            GuardUnavailableException.class,
                            told -> assertThat(told.isOutcomeUnknown()).isFalse())
                    .hasMessageStartingWith("QRT-9004")
                    .hasMessageContaining("interrupted");
            return Thread.currentThread().isInterrupted();
        });
        // An assertion that fails is an error, which would end the thread without completing this.
        assertThat(second.get(30, TimeUnit.SECONDS)).isTrue();
        goOn.countDown();
        assertThat(first.join()).isEqualTo(new Execution.Applied(DEBITED));
        patient.close();
        assertBooks(900, 1);
    }

    @Test
    void timeoutIsUnknownAndIsAskedAboutBeforeAnythingIsDoneAgain() {
        assertThat(execute(guard, TIMES_OUT)).isEqualTo(new Execution.InReview());
        assertThat(state()).isEqualTo("3");
        assertThat(database.texts("SELECT last_error_class FROM querent_receiver.operation_record"))
                .containsExactly("SocketTimeoutException");
        nobodyNeedWait();
        AtomicInteger runs = new AtomicInteger();
        Execution found = other.execute(
                Debit.request("k", 100),
                lease -> {
                    runs.incrementAndGet();
                    return Debit.of(100);
                },
                lease -> new Resolution.Found(Debit.of(100)));
        assertThat(found).isEqualTo(new Execution.Replayed(DEBITED));
        assertThat(runs).hasValue(0);
        assertBooks(900, 1);
    }

    @Test
    void errorOfTheWorkIsUnknownAndHoldsNobodyUp() {
        StackOverflowError error = new StackOverflowError();
        assertThatThrownBy(() -> execute(guard, lease -> {
                    throw error;
                }))
                .isSameAs(error);
        assertThat(database.texts("SELECT status || ' ' || last_error_class || coalesce(owner, '')"
                        + " FROM querent_receiver.operation_record"))
                .containsExactly("3 StackOverflowError");
        nobodyNeedWait();
        assertThat(other.execute(Debit.request("k", 100), DEBIT, Resolver.noEffectBeforeCompletion()))
                .isEqualTo(new Execution.Applied(DEBITED));
        assertBooks(900, 1);
    }

    @Test
    void errorOfWhatIsWrittenInTheEndIsUnknown() {
        assertThatThrownBy(() -> execute(guard, lease -> transaction -> {
                    throw new NoClassDefFoundError("x");
                }))
                .isInstanceOf(NoClassDefFoundError.class);
        assertThat(state()).isEqualTo("3");
    }

    @Test
    void errorOfWhoeverAsksHoldsNobodyUp() {
        execute(guard, TIMES_OUT);
        nobodyNeedWait();
        assertThatThrownBy(() -> guard.execute(Debit.request("k", 100), DEBIT, lease -> {
                    throw new NoClassDefFoundError("x");
                }))
                .isInstanceOf(NoClassDefFoundError.class);
        assertThat(database.texts("SELECT status || coalesce(owner, '') FROM querent_receiver.operation_record"))
                .containsExactly("3");
        nobodyNeedWait();
        assertThat(other.execute(Debit.request("k", 100), DEBIT, Resolver.noEffectBeforeCompletion()))
                .isEqualTo(new Execution.Applied(DEBITED));
    }

    @Test
    void whatCertainlyDidNotHappenIsDoneUnderTheSameKey() {
        execute(guard, TIMES_OUT);
        nobodyNeedWait();
        assertThat(other.execute(Debit.request("k", 100), DEBIT, lease -> new Resolution.NothingHappened()))
                .isEqualTo(new Execution.Applied(DEBITED));
        assertThat(database.texts("SELECT token || ' ' || attempts FROM querent_receiver.operation_record"))
                .containsExactly("2 2");
        assertBooks(900, 1);
    }

    @Test
    void whatIsStillUnderWayElsewhereIsAskedAboutLater() {
        execute(guard, TIMES_OUT);
        nobodyNeedWait();
        Resolver open = lease -> new Resolution.StillOpen(Duration.ofMinutes(5));
        assertThat(other.execute(Debit.request("k", 100), DEBIT, open))
                .isEqualTo(new Execution.InProgress(Duration.ofMinutes(5)));
        assertThat(other.execute(Debit.request("k", 100), DEBIT, lease -> new Resolution.NothingHappened()))
                .isInstanceOf(Execution.InProgress.class);
        assertThat(state()).isEqualTo("3");
    }

    @Test
    void whatCannotBeAskedAboutWaitsForAPerson() {
        execute(guard, TIMES_OUT);
        nobodyNeedWait();
        assertThat(other.execute(Debit.request("k", 100), DEBIT, Resolver.ofPeople()))
                .isEqualTo(new Execution.InReview());
        nobodyNeedWait();
        assertThat(other.execute(Debit.request("k", 100), DEBIT, lease -> {
                    throw new SocketTimeoutException("nor does the question get through");
                }))
                .isEqualTo(new Execution.InReview());
        assertThat(state()).isEqualTo("3");
        assertBooks(1000, 0);
    }

    @Test
    void whoeverTakesOverHasANewTokenAndTheFormerOwnerWritesNothing() {
        CountDownLatch goOn = new CountDownLatch(1);
        CompletableFuture<Execution> stalled = Crowd.start(() -> execute(guard, lease -> {
            assertThat(goOn.await(60, TimeUnit.SECONDS)).isTrue();
            return Debit.of(100);
        }));
        await().until(() -> state().equals("1"));
        // As if the process had stood still: no heartbeat, and the lease is over.
        guard.close();
        database.execute(
                "UPDATE querent_receiver.operation_record SET lease_until = now() - interval '1 second', first_at = first_at");
        Execution taken = other.execute(Debit.request("k", 100), DEBIT, Resolver.noEffectBeforeCompletion());
        goOn.countDown();

        assertThat(taken).isEqualTo(new Execution.Applied(DEBITED));
        assertThatThrownBy(stalled::join)
                .isInstanceOf(CompletionException.class)
                .hasCauseInstanceOf(LeaseLostException.class)
                .hasMessageContaining("QRT-9007");
        assertThat(counters.counts().stale()).isEqualTo(1);
        assertThat(counters.counts().takeovers()).isEqualTo(1);
        assertThat(database.count("SELECT token FROM querent_receiver.operation_record"))
                .isEqualTo(2);
        assertThat(database.texts(
                        "SELECT token || ' ' || status FROM querent_receiver.operation_attempt ORDER BY token"))
                .containsExactly("1 3", "2 10");
        assertBooks(900, 1);
    }

    @Test
    void whatWasCertainlyNotDoneIsTriedAgainUntilTheBudgetIsSpent() {
        LongWork refused = lease -> {
            throw NotDoneException.forNow("CONNECT_REFUSED", null);
        };
        for (int i = 0; i < 2; i++) {
            assertThat(execute(guard, refused)).isInstanceOf(Execution.InProgress.class);
            assertThat(state()).isEqualTo("2");
            nobodyNeedWait();
        }
        Execution last = execute(guard, refused);
        assertThat(last)
                .isInstanceOfSatisfying(
                        Execution.Applied.class,
                        applied -> assertThat(applied.answer())
                                .isInstanceOfSatisfying(
                                        OperationAnswer.Refused.class,
                                        answer -> assertThat(answer.code()).isEqualTo("ATTEMPTS_SPENT")));
        assertThat(state()).isEqualTo("11");
        assertThat(execute(other, DEBIT)).isInstanceOf(Execution.Replayed.class);
        assertBooks(1000, 0);
    }

    @Test
    void nextTryOfWhatWasNotDoneSucceedsEvenInOneTransaction() throws Exception {
        execute(guard, lease -> {
            throw NotDoneException.forNow("CONNECT_REFUSED", null);
        });
        nobodyNeedWait();
        JdbcOperationGuard inOne = new JdbcOperationGuard(database.dataSource());
        assertThat(inOne.execute(Debit.request("k", 100), Debit.of(100))).isEqualTo(new Execution.Applied(DEBITED));
        assertThat(inOne.find("shop", "k").orElseThrow().attempts()).isEqualTo(2);
        assertThat(execute(guard, DEBIT)).isEqualTo(new Execution.Replayed(DEBITED));
        assertBooks(900, 1);
    }

    @Test
    void attemptOfRefusedWorkSaysThatItFailed() {
        execute(guard, lease -> Debit.of(5000));
        assertThat(state()).isEqualTo("11");
        assertThat(database.texts("SELECT status FROM querent_receiver.operation_attempt"))
                .containsExactly("11");
    }

    @Test
    void refusalForGoodIsToldToEveryRepeat() {
        Body no = Body.json("{\"reason\":\"closed\"}");
        Execution first = execute(guard, lease -> {
            throw NotDoneException.forGood("ACCOUNT_CLOSED", no);
        });
        OperationAnswer answer = OperationAnswer.refused("ACCOUNT_CLOSED", no);
        assertThat(first).isEqualTo(new Execution.Applied(answer));
        assertThat(execute(other, DEBIT)).isEqualTo(new Execution.Replayed(answer));
    }

    @Test
    void otherRequestUnderTheKeyIsAConflictWhateverItsStatus() {
        execute(guard, TIMES_OUT);
        assertThat(other.execute(Debit.request("k", 120), DEBIT, Resolver.noEffectBeforeCompletion()))
                .isEqualTo(new Execution.Conflict());
    }

    @Test
    void writeUnderAnOldFenceIsRefusedAndWhatHappenedOutsideStaysUnknown() throws Exception {
        new JdbcOperationGuard(database.dataSource())
                .execute(Debit.request("new", 1).withFence(new Fence("account:A", 9)), Debit.of(1));
        Fence old = new Fence("account:A", 8);
        assertThat(guard.execute(Debit.request("k", 100).withFence(old), DEBIT, Resolver.ofPeople()))
                .isEqualTo(new Execution.Stale(old));
        assertThat(database.texts("SELECT status FROM querent_receiver.operation_record WHERE operation_key = 'k'"))
                .containsExactly("3");
        assertBooks(999, 1);
    }

    @Test
    void refusalOfANewerOwnerKeepsTheOlderOneOut() {
        Fence older = new Fence("account:A", 1);
        guard.execute(
                Debit.request("new", 5000).withFence(new Fence("account:A", 2)),
                lease -> Debit.of(5000),
                Resolver.ofPeople());
        assertThat(guard.execute(Debit.request("old", 100).withFence(older), DEBIT, Resolver.ofPeople()))
                .isEqualTo(new Execution.Stale(older));
        assertBooks(1000, 0);
    }

    @Test
    void workRefusedForGoodOfANewerOwnerKeepsTheOlderOneOut() {
        Fence older = new Fence("account:A", 1);
        LongWork closed = lease -> {
            throw NotDoneException.forGood("ACCOUNT_CLOSED", Body.json("{}"));
        };
        guard.execute(Debit.request("new", 100).withFence(new Fence("account:A", 2)), closed, Resolver.ofPeople());
        assertThat(guard.execute(Debit.request("old", 100).withFence(older), DEBIT, Resolver.ofPeople()))
                .isEqualTo(new Execution.Stale(older));
    }

    private Execution execute(JdbcLongOperationGuard node, LongWork work) {
        return node.execute(Debit.request("k", 100), work, Resolver.ofPeople());
    }

    private String state() {
        return String.join(",", database.texts("SELECT status FROM querent_receiver.operation_record"));
    }

    private void nobodyNeedWait() {
        database.execute("UPDATE querent_receiver.operation_record SET next_attempt_at = now() - interval '1 second'");
    }

    private void assertBooks(long balance, long rows) {
        assertThat(database.count("SELECT balance FROM account")).isEqualTo(balance);
        assertThat(database.count("SELECT count(*) FROM ledger")).isEqualTo(rows);
    }
}

package io.querent.postgres.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.querent.decision.OperationStatus;
import io.querent.decision.OperatorDecision;
import io.querent.decision.SagaStatus;
import io.querent.postgres.PostgresAdmin;
import io.querent.postgres.cases.Payments.Order;
import io.querent.postgres.cases.ScriptedBank.Booking;
import io.querent.runtime.OperationKeyConflictException;
import io.querent.runtime.Receipt;
import io.querent.runtime.SagaHandle;
import io.querent.runtime.SagaResult;
import io.querent.runtime.archive.ArchiveReader;
import io.querent.runtime.archive.ArchiveSummary;
import io.querent.runtime.archive.ArchivedSaga;
import io.querent.runtime.archive.DamagedArchiveException;
import io.querent.runtime.journal.Disposal;
import io.querent.runtime.journal.HistoryArchivedException;
import io.querent.runtime.retention.LegalHolds;
import io.querent.runtime.retention.Retention.Plan;
import io.querent.runtime.retention.Retention.Progress;
import io.querent.runtime.retention.Retention.Reason;
import io.querent.runtime.retention.Retention.Report;
import io.querent.runtime.work.EngineCounters.Count;
import io.querent.saga.Outcome;
import io.querent.saga.QueryResult;
import io.querent.saga.Saga;
import io.querent.saga.SagaDefinition;
import io.querent.saga.StepHandle;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** Old history leaves, a month at a time; what must not be forgotten stays, and no key is ever used twice (C68). */
class RetentionTest extends RetentionCase {
    private static final StepHandle<Booking> RUN = StepHandle.of("run", Booking.class);

    @Test
    void aMonthWhoseTimeIsOverIsArchivedCheckedAndDropped() throws Exception {
        Node node = open("a", buy);
        for (int i = 1; i <= 5; i++) {
            paid(node, "old-" + i);
        }
        SagaHandle recent = node.engine.start(buy, Order.of("recent", "10.00"));
        end(recent);

        Report report = run();

        assertThat(report.retired()).containsExactly(LONG_AGO);
        assertThat(report.exported()).isEqualTo(5);
        assertThat(isThere(LONG_AGO)).isFalse();
        ArchiveSummary summary = ArchiveReader.verify("file", archive.open(file(LONG_AGO)));
        assertThat(summary.sagas()).isEqualTo(5);
        assertThat(database()
                        .count("SELECT count(*) FROM querent.retired_month WHERE sha256 = '" + summary.sha256()
                                + "' AND sagas = 5 AND retired_at IS NOT NULL"))
                .isOne();
        assertThat(Files.readString(directory.resolve(file(LONG_AGO) + ".manifest.json")))
                .contains(summary.sha256());
        assertThat(audited("action = 'history-retired' AND content::text LIKE '%" + summary.sha256() + "%'"))
                .isOne();
        assertThat(recent.history().operations()).isNotEmpty();
        assertThat(retention().standing(POLICY).waiting()).isZero();
        assertThat(run().retired()).as("nothing is left to do").isEmpty();
    }

    @Test
    void theArchiveHasAllThatWasStored() throws Exception {
        Node node = open("a", buy);
        bank.next((b, call, payment) -> Outcome.rejected("51", "no"));
        SagaHandle saga = node.engine.start(buy, Order.of("undone", "10.00"));
        assertThat(end(saga).status()).isEqualTo(SagaStatus.COMPENSATED);
        int version = events(node, saga).size();
        age(saga.key(), LONG_AGO);

        run();

        ArchivedSaga archived = ArchiveReader.find(
                        "file", archive.open(file(LONG_AGO)), saga.key().toString())
                .orElseThrow();
        assertThat(archived.events()).isEqualTo(version);
        assertThat(archived.entries()).extracting(ArchivedSaga.Entry::kind).contains("saga", "event", "operation");
        assertThat(archived.entries().get(1).content()).contains("saga-started", "input");
        assertThat(database().count("SELECT count(*) FROM querent.operation")).isZero();
    }

    @Test
    void aRepeatedStartIsAReplayAndOtherParametersAreAConflict() throws Exception {
        Node node = open("a", buy);
        paid(node, "old");
        run();

        SagaHandle again = node.engine.start(buy, Order.of("old", "10.00"));

        assertThat(again.isNew()).isFalse();
        assertThat(again.status()).isEqualTo(SagaStatus.COMPLETED);
        SagaResult result = end(again);
        assertThat(result.status()).isEqualTo(SagaStatus.COMPLETED);
        assertThatExceptionOfType(HistoryArchivedException.class)
                .isThrownBy(() -> result.result(Payments.CHARGE))
                .withMessageContaining("QRT-3401")
                .withMessageContaining(file(LONG_AGO));
        assertThatExceptionOfType(HistoryArchivedException.class).isThrownBy(again::history);
        assertThatExceptionOfType(OperationKeyConflictException.class)
                .isThrownBy(() -> node.engine.start(buy, Order.of("old", "11.00")));
        assertThat(bank.effects("default:buy:old:charge")).isOne();
    }

    @Test
    void whatHasNotEndedKeepsItsHistoryAndRunsToItsEnd() throws Exception {
        Node node = open("a", slow);
        bank.next((b, call, payment) -> Outcome.pending("p-1"));
        answers((b, call) -> QueryResult.foundPending("p-1"));
        SagaHandle pending = node.engine.start(slow, Order.of("pending", "10.00"));
        awaitCharge(node, pending, OperationStatus.PENDING);
        paid(node, "old");
        age(pending.key(), LONG_AGO);

        Plan plan = retention().plan(POLICY);
        Report report = run();

        assertThat(plan.months()).singleElement().satisfies(month -> {
            assertThat(month.progress()).isEqualTo(Progress.WAITING);
            assertThat(month.kept()).containsExactlyEntriesOf(Map.of(Reason.UNFINISHED, 1L));
        });
        assertThat(report.moved()).isOne();
        assertThat(report.exported()).isOne();
        assertThat(isThere(LONG_AGO)).isFalse();
        assertThat(tell(node, charge(pending), "m-1", "10.00").state()).isEqualTo(Receipt.State.APPLIED);
        assertThat(end(pending).status()).isEqualTo(SagaStatus.COMPLETED);
        assertThat(pending.history().operations()).isNotEmpty();
    }

    @Test
    void whatIsInReviewKeepsItsHistoryAndCanBeDecided() throws Exception {
        Node node = open("a", buy);
        bank.next((b, call, payment) -> Outcome.unknown("reset"));
        answers((b, call) -> QueryResult.mismatch("another amount"));
        SagaHandle reviewed = node.engine.start(buy, Order.of("reviewed", "10.00"));
        awaitStatus(reviewed, SagaStatus.IN_REVIEW);
        age(reviewed.key(), LONG_AGO);

        assertThat(run().retired()).containsExactly(LONG_AGO);

        decide(node, reviewed, new OperatorDecision.ConfirmFailed("charge", "not-paid", "their books"), "d-1");
        assertThat(end(reviewed).status()).isEqualTo(SagaStatus.COMPENSATED);
    }

    @Test
    void whatIsUnderLegalHoldStaysUntilItIsReleased() throws Exception {
        Node node = open("a", buy);
        SagaHandle held = paid(node, "held");
        SagaHandle other = paid(node, "other");
        LegalHolds holds = new PostgresAdmin(database().dataSource()).legalHolds();
        LegalHolds.Hold hold = holds.place(LegalHolds.Scope.of(held.key()), "ann", "case 4711", "h-1");

        run();

        assertThat(held.history().operations()).isNotEmpty();
        assertThat(events(other)).isZero();

        holds.release(hold.number(), "ann", "case closed", "h-2");
        age(held.key(), LONG_AGO.plusMonths(1));
        run();
        assertThatExceptionOfType(HistoryArchivedException.class).isThrownBy(held::history);
    }

    @Test
    void whatHappenedLatelyStaysHoweverLongAgoItBegan() throws Exception {
        Node node = open("a", buy);
        SagaHandle saga = paid(node, "long");
        database().execute("UPDATE querent.saga SET updated_at = now(), ended_at = now()");

        assertThat(run().moved()).isOne();
        assertThat(saga.history().operations()).isNotEmpty();
    }

    @Test
    void aLateCallbackIsParkedWithAnAlarmAndADecisionIsRefused() throws Exception {
        Node node = open("a", buy);
        SagaHandle saga = paid(node, "old");
        long revision = state(node, saga).version();
        run();

        Receipt callback = tell(node, charge(saga), "late", "10.00");
        Receipt decision = decide(node, saga, new OperatorDecision.Compensate(), "bob", revision, "d-1");

        assertThat(callback.state()).isEqualTo(Receipt.State.PARKED);
        assertThat(callback.detail()).contains("QRT-3401", file(LONG_AGO));
        assertThat(node.engine.counters().of(Count.LETTERS_PARKED)).isOne();
        assertThat(decision.state()).isEqualTo(Receipt.State.REFUSED);
        assertThat(decision.detail()).contains("QRT-3401");
        assertThat(audited("request_id = 'd-1' AND outcome = 'REFUSED'")).isOne();
        assertThat(events(saga)).isZero();
    }

    @Test
    void aDecisionOnAHistoryThatLeavesMeanwhileIsNotWritten() throws Exception {
        Node node = open("a", buy);
        SagaHandle saga = paid(node, "old");
        run();

        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(() -> database()
                        .execute("INSERT INTO querent.event (bucket, saga_id, period, sequence, type,"
                                + " revision, payload) SELECT bucket, saga_id, period, version + 1, 'saga-woken', 1, '{}'"
                                + " FROM querent.saga WHERE saga_id = '" + saga.id() + "'"))
                .havingCause()
                .withMessageContaining("event_other_is_not_retired");
    }

    @Test
    void eventsOfNoMonthGoOnWithThisMonth() throws Exception {
        Node node = open("a", buy);
        SagaHandle saga = node.engine.start(buy, Order.of("too-late", "10.00"));
        end(saga);
        String period = "querent.event_period(timestamp '2023-01-01')";
        database().execute("UPDATE querent.event SET period = " + period);
        database().execute("UPDATE querent.saga SET period = " + period);
        assertThat(database().count("SELECT count(*) FROM querent.event_other")).isPositive();

        assertThat(run().moved()).isOne();

        assertThat(database().count("SELECT count(*) FROM querent.event_other")).isZero();
        assertThat(saga.history().operations()).isNotEmpty();
    }

    @Test
    void aMonthCanBeLeftToTheOperatorsOfTheDatabase() throws Exception {
        Node node = open("a", buy);
        SagaHandle saga = paid(node, "old");

        run(POLICY.by(Disposal.DETACH));

        assertThat(database().count("SELECT count(*) FROM querent_archive.event_2024_03"))
                .isPositive();
        assertThat(isThere(LONG_AGO)).isFalse();
        assertThatExceptionOfType(HistoryArchivedException.class)
                .isThrownBy(saga::history)
                .withMessageContaining("querent_archive.event_2024_03");
    }

    @Test
    void keysGoOnlyWhereThePolicySaysForHowLongTheyStay() throws Exception {
        Node node = open("a", buy);
        SagaHandle saga = paid(node, "old");
        run();
        assertThat(run().keys()).isZero();
        assertThat(database().count("SELECT count(*) FROM querent.saga")).isOne();

        Duration keep = Duration.ofDays(500);
        assertThat(retention().plan(POLICY.keepingKeys(keep)).keys()).isOne();
        assertThat(run(POLICY.keepingKeys(keep)).keys()).isOne();

        assertThat(node.engine.find(saga.key())).isEmpty();
    }

    @Test
    void theChildOfASagaThatHasNotEndedKeepsItsHistory() throws Exception {
        SagaDefinition<Order> parent = Saga.define("parent", Order.class)
                .businessKey(Order::number)
                .child(
                        RUN,
                        buy,
                        view -> Order.of("of-" + view.input().number(), "7.00"),
                        step -> step.result(view -> view.result(Payments.CHARGE)))
                .approval("go", wait -> wait.after(RUN).within(Duration.ofMinutes(5)))
                .build();
        Node node = open("a", buy, parent);
        SagaHandle saga = node.engine.start(parent, Order.of("p", "7.00"));
        await().until(() -> state(node, saga).statusOf("go") == OperationStatus.AWAITING);
        SagaHandle child = node.engine.find(buy.keyOf(Order.of("of-p", "7.00"))).orElseThrow();
        age(child.key(), LONG_AGO);

        assertThat(run().moved()).isOne();

        assertThat(child.history().operations()).isNotEmpty();
        decide(node, saga, new OperatorDecision.Cancel(), "c-1");
        assertThat(end(saga).status()).isEqualTo(SagaStatus.COMPENSATED);
        assertThat(end(child).status()).isEqualTo(SagaStatus.COMPENSATED);
    }

    /** A run that stops as soon as the month has left the log. */
    private void detach() {
        Report report = retention().run(POLICY, archive, "node-a", () -> !isInLog(LONG_AGO));
        assertThat(report.retired()).isEmpty();
        assertThat(isInLog(LONG_AGO)).isFalse();
        assertThat(isThere(LONG_AGO)).isTrue();
    }

    private void nothingIsRemovedYet() {
        assertThat(database().count("SELECT count(*) FROM querent.retired_month WHERE cleaned_saga IS NOT NULL"))
                .isZero();
    }

    @Test
    void theFileOfADetachedMonthIsWrittenAnewWhenItIsGone() throws Exception {
        Node node = open("a", buy);
        for (int i = 1; i <= 5; i++) {
            paid(node, "old-" + i);
        }
        detach();
        nothingIsRemovedYet();
        Files.delete(directory.resolve(file(LONG_AGO)));

        assertThat(run().retired()).containsExactly(LONG_AGO);

        ArchiveSummary summary = ArchiveReader.verify("file", archive.open(file(LONG_AGO)));
        assertThat(summary.sagas()).isEqualTo(5);
        assertThat(database()
                        .count("SELECT count(*) FROM querent.retired_month WHERE sha256 = '" + summary.sha256()
                                + "' AND sagas = 5 AND retired_at IS NOT NULL"))
                .isOne();
    }

    @Test
    void aDetachedMonthWhoseFileIsDamagedStaysWhenRowsOfItWereRemoved() throws Exception {
        Node node = open("a", buy);
        for (int i = 1; i <= 5; i++) {
            paid(node, "old-" + i);
        }
        AtomicBoolean removed = new AtomicBoolean();
        retention().run(POLICY, archive, "node-a", () -> removed.get() || removed.getAndSet(!isInLog(LONG_AGO)));
        assertThat(database().count("SELECT count(*) FROM querent.retired_month WHERE cleaned_saga IS NOT NULL"))
                .isOne();
        byte[] file = Files.readAllBytes(directory.resolve(file(LONG_AGO)));
        Files.write(directory.resolve(file(LONG_AGO)), Arrays.copyOf(file, file.length - 9));

        for (int i = 0; i < 2; i++) {
            assertThatExceptionOfType(DamagedArchiveException.class)
                    .isThrownBy(this::run)
                    .withMessageContaining("QRT-3402");
            assertThat(isThere(LONG_AGO)).isTrue();
        }
        Files.write(directory.resolve(file(LONG_AGO)), file);
        assertThat(run().retired()).containsExactly(LONG_AGO);
    }

    @Test
    void aHoldOnAMonthThatHasLeftTheLogKeepsItUntilItIsReleased() throws Exception {
        Node node = open("a", buy);
        SagaHandle saga = paid(node, "old-1");
        SagaHandle other = node.engine.start(buy, Order.of("recent", "10.00"));
        end(other);
        detach();
        LegalHolds holds = new PostgresAdmin(database().dataSource()).legalHolds();
        LegalHolds.Hold hold = holds.place(LegalHolds.Scope.of(saga.key()), "ann", "case 1", "h-1");
        holds.place(LegalHolds.Scope.of(other.key()), "ann", "case 2", "h-2");

        assertThat(run().retired()).isEmpty();
        assertThat(isThere(LONG_AGO)).isTrue();
        nothingIsRemovedYet();
        assertThat(retention().plan(POLICY).months())
                .singleElement()
                .satisfies(month -> assertThat(month.kept()).containsExactly(Map.entry(Reason.HELD, 1L)));

        holds.release(hold.number(), "ann", "over", "h-3");
        assertThat(run().retired()).containsExactly(LONG_AGO);
        assertThat(isThere(LONG_AGO)).isFalse();
    }

    @Test
    void whoHasReadASagasRowBeforeItsHistoryIsMovedFindsItAllTheSame() throws Exception {
        Node node = open("a", buy);
        List<SagaHandle> sagas = List.of(paid(node, "m-1"), paid(node, "m-2"), paid(node, "m-3"));
        database().execute("UPDATE querent.saga SET updated_at = now()");
        AtomicBoolean over = new AtomicBoolean();
        CompletableFuture<Integer> reader = CompletableFuture.supplyAsync(() -> {
            int read = 0;
            while (!over.get()) {
                for (SagaHandle saga : sagas) {
                    assertThat(saga.history().operations()).isNotEmpty();
                    read++;
                }
            }
            return read;
        });

        assertThat(run(POLICY.inBatchesOf(1)).moved()).isEqualTo(3);
        over.set(true);

        assertThat(reader.get(30, TimeUnit.SECONDS)).isPositive();
    }
}

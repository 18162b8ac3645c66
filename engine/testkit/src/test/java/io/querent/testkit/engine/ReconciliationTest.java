package io.querent.testkit.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.querent.decision.OperationStatus;
import io.querent.decision.SagaStatus;
import io.querent.runtime.SagaHandle;
import io.querent.runtime.codec.PayloadCodec;
import io.querent.runtime.journal.AuditTrail;
import io.querent.runtime.journal.SagaJournal;
import io.querent.runtime.journal.SagaSearch.Filter;
import io.querent.runtime.reconciliation.Direction;
import io.querent.runtime.reconciliation.ExpectedOperation;
import io.querent.runtime.reconciliation.ExpectedOperations;
import io.querent.runtime.reconciliation.ExpectedOperations.ReportedStep;
import io.querent.runtime.reconciliation.Finding;
import io.querent.runtime.reconciliation.ItemResult.Fate;
import io.querent.runtime.reconciliation.ProviderReport;
import io.querent.runtime.reconciliation.Reconciliation;
import io.querent.runtime.reconciliation.ReconciliationResult;
import io.querent.runtime.reconciliation.ReportEntry;
import io.querent.runtime.reconciliation.ReportEntry.Status;
import io.querent.runtime.work.Definitions;
import io.querent.saga.Amount;
import io.querent.saga.Outcome;
import io.querent.saga.SagaDefinition;
import io.querent.testkit.engine.Payouts.Day;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ReconciliationTest {
    private static final LocalDate DAY = LocalDate.of(2026, 11, 30);
    private static final String DIGEST = "0123456789abcdef".repeat(4);

    private final TestStore store = TestStore.inMemory();
    private final Payouts payouts = new Payouts();
    private final List<SagaDefinition<Day>> definitions =
            IntStream.range(0, 50).mapToObj(payouts::definition).toList();
    private final SagaDefinition<Day> definition = definitions.get(0);
    private final TestEngine engine = store.node("a", definitions.toArray(SagaDefinition[]::new));
    private final SagaJournal journal = store.backing().open().journal();
    private final ExpectedOperations expectations =
            new ExpectedOperations(journal, new Definitions(definitions), new PayloadCodec());
    private final Reconciliation reconciliation = new Reconciliation(
            engine.engine(),
            new PayloadCodec(),
            (operation, entry) -> new Payouts.Paid(entry.reference(), entry.amount()));

    @AfterEach
    void close() {
        store.close();
    }

    @Test
    void aThousandUnknownPayoutsAreResolvedByOneReportAndNothingIsSentAgain() {
        List<SagaHandle> sagas = new ArrayList<>();
        definitions.forEach(each -> sagas.add(engine.start(each, Payouts.day("m", Payouts.MOST_AT_ONE_BANK))));
        sagas.forEach(saga -> awaitUnknown(saga, Payouts.MOST_AT_ONE_BANK));
        List<ExpectedOperation> open = expected();
        assertThat(open).hasSize(1_000).allMatch(ExpectedOperation::isOpen);
        ProviderReport report = reportOf(open);

        ReconciliationResult first = apply(report);
        assertThat(first.summary()).startsWith("0 replayed, 1000 new; 0 waiting, 0 refused, 0 unavailable");
        assertThat(first.agrees()).isTrue();
        sagas.forEach(saga -> assertThat(engine.await(saga).status()).isEqualTo(SagaStatus.COMPLETED));
        assertThat(payouts.sends).hasValue(1_000);

        ReconciliationResult second = apply(report);
        assertThat(second.summary()).startsWith("1000 replayed, 0 new; 0 waiting, 0 refused, 0 unavailable");
        assertThat(second.agrees()).isTrue();
    }

    @Test
    void aDecisionIsAuditedWithFileEntryAndLine() {
        SagaHandle saga = unknown("m", 1);

        apply(reportOf(expected()));

        engine.await(saga);
        List<AuditTrail.Entry> audit = journal.audit().read(saga.id(), null, 10);
        assertThat(audit).hasSize(1);
        assertThat(audit.get(0).letter().toString())
                .contains("operator=alice", "end of day (statement.xml, line 1, entry R0)")
                .contains("SHA-256 " + DIGEST, "BOOKED 0.01 EUR DEBIT", "booked on 2026-11-30");
    }

    @Test
    void whatIsPendingOrInReviewIsResolvedAndARefusalIsOne() {
        payouts.answers.put("b0", Outcome.pending("P"));
        SagaHandle saga = unknown("m", 3);
        engine.advance(Duration.ofHours(2));
        engine.await(saga, "pay.b1", OperationStatus.IN_REVIEW);
        List<ExpectedOperation> open = expected();
        ReportEntry refused = new ReportEntry(
                "R2",
                3,
                open.get(2).downstreamKey(),
                null,
                open.get(2).amount(),
                Direction.DEBIT,
                Status.REJECTED,
                false,
                "AC04",
                null);

        ReconciliationResult result = apply(report(booked(open.get(0), 0), booked(open.get(1), 1), refused));

        assertThat(result.count(Fate.RESOLVED)).isEqualTo(3);
        assertThat(engine.await(saga).status()).isEqualTo(SagaStatus.COMPLETED);
        assertThat(engine.state(saga).statusOf("pay.b0")).isEqualTo(OperationStatus.SUCCEEDED);
        assertThat(engine.state(saga).statusOf("pay.b1")).isEqualTo(OperationStatus.SUCCEEDED);
        assertThat(engine.state(saga).statusOf("pay.b2")).isEqualTo(OperationStatus.REJECTED);
        assertThat(engine.story(saga.key())).contains("AC04");
    }

    @Test
    void anAbsentEntryProvesNothing() {
        SagaHandle saga = unknown("m", 2);
        List<ExpectedOperation> open = expected();

        ReconciliationResult result = apply(report(booked(open.get(0), 0)));

        assertThat(result.findings(Finding.OnlyHere.class)).hasSize(1);
        assertThat(result.agrees()).isFalse();
        assertThat(engine.state(saga).statusOf("pay.b1")).isEqualTo(OperationStatus.UNKNOWN);
    }

    @Test
    void aCaseThatHasMovedIsRefusedAndListedAndTheOthersAreResolved() {
        SagaHandle saga = unknown("m", 2);
        List<ExpectedOperation> seen = expected();
        engine.advance(Duration.ofHours(2));
        engine.await(saga, "pay.b0", OperationStatus.IN_REVIEW);
        List<ExpectedOperation> mixed = List.of(seen.get(0), expected().get(1));

        ReconciliationResult stale =
                reconciliation.apply(report(booked(seen.get(0), 0), booked(seen.get(1), 1)), mixed, "alice", "late");

        assertThat(stale.items()).extracting(item -> item.fate()).containsExactly(Fate.REFUSED, Fate.RESOLVED);
        assertThat(stale.items().get(0).detail()).contains("has moved");
        assertThat(engine.state(saga).statusOf("pay.b0")).isEqualTo(OperationStatus.IN_REVIEW);
        assertThat(reconciliation
                        .apply(report(booked(seen.get(0), 0), booked(seen.get(1), 1)), expected(), "alice", "late")
                        .summary())
                .startsWith("1 replayed, 1 new");
    }

    @Test
    void whoeverHasSeenTheSameAppliesTheSameReportAndItIsDecidedOnce() {
        SagaHandle saga = unknown("m", 1);
        List<ExpectedOperation> seen = expected();
        ProviderReport report = reportOf(seen);

        ReconciliationResult first = reconciliation.apply(report, seen, "alice", "end of day");
        ReconciliationResult again = reconciliation.apply(report, seen, "alice", "end of day");
        ReconciliationResult other = reconciliation.apply(report, seen, "bob", "end of day");

        assertThat(first.count(Fate.RESOLVED)).isEqualTo(1);
        assertThat(again.count(Fate.REPLAYED)).isEqualTo(1);
        assertThat(other.count(Fate.RESOLVED)).isZero();
        assertThat(engine.await(saga).status()).isEqualTo(SagaStatus.COMPLETED);
    }

    @Test
    void aResultThatCannotBeMadeOrDoesNotMatchCostsThatItemAlone() {
        SagaHandle saga = unknown("m", 3);
        List<ExpectedOperation> open = expected();
        Reconciliation troubled = new Reconciliation(engine.engine(), new PayloadCodec(), (operation, entry) -> {
            if (entry.reference().equals("R0")) {
                throw new IllegalStateException("no such payout");
            }
            Amount amount = entry.reference().equals("R1") ? Amount.of("9.99", "EUR") : entry.amount();
            return new Payouts.Paid(entry.reference(), amount);
        });

        ReconciliationResult result = troubled.apply(reportOf(open), open, "alice", "end of day");

        assertThat(result.items())
                .extracting(item -> item.fate())
                .containsExactly(Fate.REFUSED, Fate.REFUSED, Fate.RESOLVED);
        assertThat(result.items().get(0).detail()).startsWith("QRT-3454").contains("no such payout");
        assertThat(engine.state(saga).statusOf("pay.b0")).isEqualTo(OperationStatus.UNKNOWN);
        assertThat(engine.state(saga).statusOf("pay.b1")).isEqualTo(OperationStatus.UNKNOWN);
    }

    @Test
    void anEntryOfAnotherAmountDecidesNothing() {
        SagaHandle saga = unknown("m", 1);
        ExpectedOperation operation = expected().get(0);
        ReportEntry other = new ReportEntry(
                "R0",
                1,
                operation.downstreamKey(),
                null,
                Amount.of("0.02", "EUR"),
                Direction.DEBIT,
                Status.BOOKED,
                false,
                null,
                DAY);

        ReconciliationResult result = apply(report(other));

        assertThat(result.findings(Finding.Mismatch.class)).hasSize(1);
        assertThat(engine.state(saga).statusOf("pay.b0")).isEqualTo(OperationStatus.UNKNOWN);
        assertThat(journal.audit().read(saga.id(), null, 10)).isEmpty();
    }

    private SagaHandle unknown(String merchant, int count) {
        SagaHandle saga = engine.start(definition, Payouts.day(merchant, count));
        awaitUnknown(saga, count);
        return saga;
    }

    private void awaitUnknown(SagaHandle saga, int count) {
        for (int number = 0; number < count; number++) {
            boolean pending = payouts.answers.containsKey("b" + number);
            engine.await(saga, "pay.b" + number, pending ? OperationStatus.PENDING : OperationStatus.UNKNOWN);
        }
    }

    private List<ExpectedOperation> expected() {
        return expectations.read(Filter.all(), new ReportedStep(Payouts.STEP, Direction.DEBIT, key -> null));
    }

    private ReconciliationResult apply(ProviderReport report) {
        return reconciliation.apply(report, expected(), "alice", "end of day");
    }

    private static ProviderReport reportOf(List<ExpectedOperation> operations) {
        List<ReportEntry> entries = new ArrayList<>();
        for (ExpectedOperation operation : operations) {
            entries.add(booked(operation, entries.size()));
        }
        return report(entries.toArray(ReportEntry[]::new));
    }

    private static ProviderReport report(ReportEntry... entries) {
        return new ProviderReport("statement.xml", DIGEST, List.of(entries));
    }

    private static ReportEntry booked(ExpectedOperation operation, int number) {
        return new ReportEntry(
                "R" + number,
                number + 1,
                operation.downstreamKey(),
                null,
                operation.amount(),
                operation.direction(),
                Status.BOOKED,
                false,
                null,
                DAY);
    }
}

package io.querent.testkit.examples;

import io.querent.runtime.SagaEngine;
import io.querent.runtime.codec.PayloadCodec;
import io.querent.runtime.journal.SagaJournal;
import io.querent.runtime.journal.SagaSearch.Filter;
import io.querent.runtime.reconciliation.Direction;
import io.querent.runtime.reconciliation.ExpectedOperation;
import io.querent.runtime.reconciliation.ExpectedOperations;
import io.querent.runtime.reconciliation.ExpectedOperations.ReportedStep;
import io.querent.runtime.reconciliation.ProviderReport;
import io.querent.runtime.reconciliation.Reconciliation;
import io.querent.runtime.reconciliation.ReconciliationResult;
import io.querent.runtime.reconciliation.ReportEntry;
import io.querent.runtime.reconciliation.ReportEntry.Status;
import io.querent.runtime.work.Definitions;
import io.querent.saga.Amount;
import io.querent.saga.MinorUnits;
import io.querent.saga.OperationKey;
import java.time.LocalDate;
import java.util.List;

/** The examples of the page about reconciliation: they compile. */
final class ReconciliationPage {
    static final MinorUnits BANK = MinorUnits.iso4217().except("ISK", 2);

    record Paid(String reference, Amount amount) {}

    record TakenBack(String reference, Amount amount) {}

    private final SagaJournal journal;
    private final Definitions definitions;
    private final PayloadCodec payloads;
    private final SagaEngine engine;

    ReconciliationPage(SagaJournal journal, Definitions definitions, PayloadCodec payloads, SagaEngine engine) {
        this.journal = journal;
        this.definitions = definitions;
        this.payloads = payloads;
        this.engine = engine;
    }

    String apply(String sha256OfItsBytes, String endToEndId, String uetr, LocalDate day) {
        ProviderReport report = new ProviderReport(
                "statement-2026-11-30.xml",
                sha256OfItsBytes,
                List.of(new ReportEntry(
                        "B17",
                        42,
                        endToEndId,
                        uetr,
                        Amount.of("12.50", "EUR"),
                        Direction.DEBIT,
                        Status.BOOKED,
                        false,
                        null,
                        day)));

        ReportedStep pay = new ReportedStep("pay", Direction.DEBIT, this::uetrOf);
        List<ExpectedOperation> operations = new ExpectedOperations(journal, definitions, payloads)
                .read(Filter.all().ofDefinition("settlement"), pay, pay.compensations());

        ReconciliationResult result = new Reconciliation(
                        engine,
                        payloads,
                        (operation, entry) -> operation.isCompensation()
                                ? new TakenBack(entry.reference(), entry.amount())
                                : new Paid(entry.reference(), entry.amount()))
                .apply(report, operations, "alice", "end of day 30 Nov");

        String counts = result.summary(); // 188 replayed, 12 new; 0 waiting, 0 refused, and so on
        return counts;
    }

    static Amount units() {
        long cents = BANK.toMinorLong(Amount.of("12.50", "EUR")); // 1250
        Amount yen = BANK.toAmount(500, "JPY");
        return cents > 0 ? yen : Amount.of("0", "JPY");
    }

    private String uetrOf(OperationKey key) {
        return "uetr of " + key;
    }
}

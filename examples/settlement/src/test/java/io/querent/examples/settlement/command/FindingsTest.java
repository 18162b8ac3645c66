package io.querent.examples.settlement.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.querent.decision.OperationStatus;
import io.querent.runtime.reconciliation.Direction;
import io.querent.runtime.reconciliation.ExpectedOperation;
import io.querent.runtime.reconciliation.Finding;
import io.querent.runtime.reconciliation.ItemResult;
import io.querent.runtime.reconciliation.ItemResult.Fate;
import io.querent.runtime.reconciliation.ProviderReport;
import io.querent.runtime.reconciliation.ReconciliationResult;
import io.querent.runtime.reconciliation.ReportEntry;
import io.querent.saga.Amount;
import io.querent.saga.SagaKey;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a reconciliation came to, in one line. */
class FindingsTest {
    private static final Amount AMOUNT = Amount.of("12.50", "EUR");
    private static final ReportEntry ENTRY = new ReportEntry(
            "B17", 42, "E1", null, null, AMOUNT, Direction.DEBIT, ReportEntry.Status.BOOKED, false, null, null);
    private static final ExpectedOperation OPERATION = new ExpectedOperation(
            SagaKey.of("settlement", "M001:2026-11-29:v1").operation("pay.B1"),
            "E1",
            null,
            AMOUNT,
            Direction.DEBIT,
            OperationStatus.SUCCEEDED,
            false,
            1);
    private static final Finding KNOWN = new Finding.AlreadyKnown(OPERATION, ENTRY);
    private static final Finding PROVED = new Finding.Proved(OPERATION, ENTRY);

    @Test
    void whatWasKnownFromAnswersIsNotCalledReplayed() {
        assertThat(counts(item(KNOWN, Fate.REPLAYED), item(KNOWN, Fate.REPLAYED), item(PROVED, Fate.RESOLVED)))
                .isEqualTo("2 known already, 1 new, 0 refused, 0 mismatched, 0 only in the report, 0 only here");
    }

    @Test
    void whatIsOtherwiseRareIsToldWhereItIs() {
        assertThat(counts(
                        item(PROVED, Fate.WAITING),
                        item(PROVED, Fate.REFUSED),
                        item(PROVED, Fate.UNAVAILABLE),
                        item(new Finding.NotYet(OPERATION, ENTRY, "pending"), Fate.LISTED),
                        item(new Finding.Reversed(OPERATION, List.of(ENTRY)), Fate.LISTED),
                        item(new Finding.Mismatch(OPERATION, List.of(ENTRY), "amount"), Fate.LISTED),
                        item(new Finding.OnlyInReport(ENTRY), Fate.LISTED),
                        item(new Finding.OnlyHere(OPERATION), Fate.LISTED)))
                .isEqualTo("0 known already, 0 new, 1 waiting, 1 refused, 1 unavailable, 1 not yet final, 1 reversed,"
                        + " 1 mismatched, 1 only in the report, 1 only here");
    }

    @Test
    void whatSomebodyHasToLookAtIsNeverLeftOutNorBelowWhatOnlyTheBooksKnow() {
        List<ItemResult> items =
                new ArrayList<>(Collections.nCopies(570, item(new Finding.OnlyHere(OPERATION), Fate.LISTED)));
        items.addAll(
                Collections.nCopies(60, item(new Finding.Mismatch(OPERATION, List.of(ENTRY), "amount"), Fate.LISTED)));
        items.addAll(Collections.nCopies(3, item(new Finding.OnlyInReport(ENTRY), Fate.LISTED)));
        items.add(item(KNOWN, Fate.REPLAYED));

        List<String> lines = Findings.lines(result(items));

        assertThat(lines).hasSize(60 + 3 + 50 + 1);
        assertThat(lines.subList(0, 63)).noneMatch(line -> line.contains("OnlyHere"));
        assertThat(lines).last().isEqualTo("... and 520 more like the last");
    }

    private static ItemResult item(Finding finding, Fate fate) {
        return new ItemResult(finding, fate, "");
    }

    private static String counts(ItemResult... items) {
        return Findings.counts(result(List.of(items)));
    }

    private static ReconciliationResult result(List<ItemResult> items) {
        return new ReconciliationResult(new ProviderReport("statement.xml", "0".repeat(64), List.of(ENTRY)), items);
    }
}

package io.querent.examples.settlement.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.querent.decision.SagaStatus;
import io.querent.examples.settlement.audit.DayAudit;
import io.querent.examples.settlement.ledger.message.LedgerBooks;
import io.querent.examples.settlement.ledger.message.LedgerBooks.SettlementBook;
import io.querent.examples.settlement.saga.SettlementSaga;
import io.querent.runtime.codec.PayloadCodec;
import io.querent.saga.SagaKey;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The table at the end, for a directory of two dates of which one is this run's. */
class DayReportTest {
    private static final String BEFORE = "M001:2026-11-29:v1";
    private static final String OWN = "M001:2026-11-30:v1";

    private final LedgerBooks ledger = new LedgerBooks(
            List.of(
                    book(BEFORE, "BOOKED", 10_000, 200, 0),
                    book(OWN, "BOOKED", 5_000, 100, 400),
                    book("M002:2026-11-30:v1", "FROZEN", 7_000, 0, 0)),
            List.of(new LedgerBooks.Account("paid", "M001", "EUR", 14_300, 0)),
            List.of(),
            List.of());

    @Test
    void itSaysWhatIsOfThisRunAndWhatOfAllAndShowsTheFees() {
        List<String> lines = report().lines(Duration.ofSeconds(3));

        assertThat(lines)
                .anyMatch(line -> line.matches("  new +1"))
                .anyMatch(line ->
                        line.matches("All settlements here +2 +of all dates in this directory; so is all below"))
                .anyMatch(line -> line.matches("Paid in EUR +0.00 +ledger 143.00, .*"))
                .anyMatch(line -> line.matches("Fees in EUR +3.00 +of 150.00 sold, of which 4.00 came back; on the"
                        + " dates of this run 1.00 of 50.00"));
    }

    @Test
    void whatIsPendingIsNoneOfTheAttempts() {
        List<String> lines = report().lines(Duration.ofSeconds(3)).stream()
                .map(line -> line.replaceAll("(?<=\\S)  .*", ""))
                .toList();

        assertThat(lines)
                .containsSubsequence(
                        "Pending",
                        "Attempts",
                        "  first",
                        "  after not executed",
                        "  after an absent one",
                        "  after a decision",
                        "Unknown");
        assertThat(lines).doesNotContain("  pending", "  not executed");
    }

    private DayReport report() {
        return new DayReport(
                new Intake(1, 0, 0),
                Set.of(SagaKey.of(SettlementSaga.NAME, OWN)),
                new Inspection.Result(
                        new DayAudit(new PayloadCodec(), ledger).conclude(),
                        ledger,
                        Map.of(SagaStatus.COMPLETED, 2),
                        new Figures(),
                        new Undone()));
    }

    private static SettlementBook book(String settlement, String state, long total, long fees, long returned) {
        return new SettlementBook(
                settlement, "M001", "2026-11-30", "EUR", state, total, total, fees, returned, Map.of());
    }
}

package io.querent.examples.settlement.iso20022;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.prowidesoftware.swift.model.mx.MxCamt05300108;
import com.prowidesoftware.swift.model.mx.MxCamt05400108;
import com.prowidesoftware.swift.model.mx.MxPain00200110;
import io.querent.examples.payment.bank.BankSettings;
import io.querent.examples.payment.bank.faults.BankFaults;
import io.querent.examples.settlement.iso20022.PaymentStatusReport.TransactionStatus;
import io.querent.examples.settlement.iso20022.PaymentStatusReport.TransactionStatus.Finality;
import io.querent.runtime.reconciliation.Direction;
import io.querent.runtime.reconciliation.ReportEntry;
import io.querent.saga.Amount;
import io.querent.saga.MinorUnits;
import io.querent.saga.OperationKey;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What we send to the bank and what it says of it, through real sockets; Prowide reads along. */
class BankFilesTest {
    private static final String ACCOUNT = "DE89370400440532013000";

    @TempDir
    private static Path directory;

    private static BankSite bank;

    @BeforeAll
    static void open() {
        bank = new BankSite(directory, new BankSettings(0, 4, true, Set.of("CLOSED1"), null, BankFaults.none()));
    }

    @AfterAll
    static void close() {
        bank.close();
    }

    @Test
    void whatIsPaidByFileIsReportedAndStatedAndNotified() throws IOException, InterruptedException {
        PaymentInstruction euros = instruction("p1", "12.50", "EUR", "GB33BUKB20201555555555");
        PaymentInstruction yen = instruction("p2", "500", "JPY", "0001-22");
        PaymentInstruction closed = instruction("p3", "1.00", "EUR", "CLOSED1");
        PaymentFile file = new PaymentFile(
                "Shop", ACCOUNT, LocalDate.of(2026, 12, 1), Instant.now(), List.of(euros, yen, closed), 1);

        String before =
                bank.get("/notifications").headers().firstValue("Last-Booking").orElse("0");
        HttpResponse<byte[]> answer = bank.post(file);

        PaymentStatusReport report = PaymentStatusReport.read("answer", answer.body());
        assertThat(report.originalMessageId()).isEqualTo(file.messageId());
        assertThat(report.of("p1").map(TransactionStatus::finality)).contains(Finality.SETTLED);
        assertThat(report.of("p2").map(TransactionStatus::finality)).contains(Finality.SETTLED);
        assertThat(report.of("p3").map(TransactionStatus::finality)).contains(Finality.REJECTED);
        assertThat(report.of("p3").map(TransactionStatus::reason)).contains("account-closed");
        assertThat(report.of("p4")).isEmpty();
        assertThat(MxPain00200110.parse(text(answer))
                        .getCstmrPmtStsRpt()
                        .getOrgnlPmtInfAndSts()
                        .get(0)
                        .getTxInfAndSts())
                .extracting(status -> status.getTxSts())
                .containsExactly("ACSC", "ACSC", "RJCT");
        HttpResponse<byte[]> again = bank.post(file);
        assertThat(again.statusCode()).isEqualTo(409);
        String link = again.headers().firstValue("Location").orElseThrow();
        assertThat(PaymentStatusReport.read("link", bank.get(link).body()).statuses())
                .containsOnlyKeys("p1", "p2", "p3");

        HttpResponse<byte[]> statement =
                bank.get("/statements/" + LocalDate.now(ZoneOffset.UTC) + "?account=" + ACCOUNT);
        assertStates(new StatementReader(MinorUnits.iso4217()).read("statement", statement.body()), euros, yen);
        assertThat(MxCamt05300108.parse(text(statement)).getBkToCstmrStmt().getStmt())
                .hasSize(2);
        HttpResponse<byte[]> notification = bank.get("/notifications?since=" + before);
        assertStates(new StatementReader(MinorUnits.iso4217()).read("notification", notification.body()), euros, yen);
        assertThat(MxCamt05400108.parse(text(notification))
                        .getBkToCstmrDbtCdtNtfctn()
                        .getNtfctn())
                .hasSize(2);
    }

    @Test
    void whatIsGivenBackIsStatedWithTheIdsOfThePaymentAndAnInstructionIdOfItsOwn()
            throws IOException, InterruptedException {
        PaymentInstruction paid = instruction("p9", "8.00", "CHF", "GB33BUKB20201555555555");
        LocalDate day = LocalDate.of(2026, 12, 1);
        bank.post(new PaymentFile("Shop", "5001001", day, Instant.now(), List.of(paid), 1));

        HttpResponse<byte[]> answer = bank.reverse("p9-back", "p9", "8.00", "CHF");

        assertThat(answer.statusCode()).as(text(answer)).isBetween(200, 201);
        HttpResponse<byte[]> statement = bank.get("/statements/" + LocalDate.now(ZoneOffset.UTC) + "?account=5001001");
        assertThat(new StatementReader(MinorUnits.iso4217())
                        .read("statement", statement.body())
                        .requireAccount("5001001")
                        .report()
                        .entries())
                .extracting(
                        ReportEntry::endToEndId,
                        ReportEntry::uetr,
                        ReportEntry::instructionId,
                        ReportEntry::direction,
                        ReportEntry::reversal)
                .containsExactly(
                        tuple("p9", paid.uetr(), null, Direction.DEBIT, false),
                        tuple("p9", paid.uetr(), "p9-back", Direction.CREDIT, true));
    }

    private static void assertStates(StatementFile file, PaymentInstruction... paid) {
        List<ReportEntry> entries = file.report().entries();
        assertThat(entries).hasSize(paid.length);
        for (int number = 0; number < paid.length; number++) {
            ReportEntry entry = entries.get(number);
            assertThat(entry.endToEndId()).isEqualTo(paid[number].endToEndId());
            assertThat(entry.uetr()).isEqualTo(paid[number].uetr());
            assertThat(entry.amount()).isEqualTo(paid[number].amount());
            assertThat(entry.direction()).isEqualTo(Direction.DEBIT);
            assertThat(entry.status()).isEqualTo(ReportEntry.Status.BOOKED);
        }
    }

    private static String text(HttpResponse<byte[]> answer) {
        return new String(answer.body(), StandardCharsets.UTF_8);
    }

    private static PaymentInstruction instruction(String id, String amount, String currency, String account) {
        String uetr = Uetr.of(new OperationKey("default:settlement:A:pay." + id));
        return new PaymentInstruction(
                id, uetr, Amount.of(amount, currency), "Müller & Sons", "BUKBGB22", account, "settlement of " + id);
    }
}

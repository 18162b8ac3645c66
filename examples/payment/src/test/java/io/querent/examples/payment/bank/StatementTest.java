package io.querent.examples.payment.bank;

import static io.querent.examples.payment.bank.PaymentFiles.file;
import static io.querent.examples.payment.bank.PaymentFiles.get;
import static io.querent.examples.payment.bank.PaymentFiles.post;
import static io.querent.examples.payment.bank.PaymentFiles.xml;
import static org.assertj.core.api.Assertions.assertThat;

import io.querent.examples.payment.bank.PaymentFiles.Item;
import io.querent.examples.payment.bank.faults.BankFaults;
import io.querent.examples.payment.bank.faults.StatementFaults;
import io.querent.examples.payment.xml.XmlElement;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class StatementTest {
    private BankUnderTest bank = BankUnderTest.wellBehaved();

    @AfterEach
    void close() {
        bank.close();
    }

    @Test
    void aDayIsStatedAccountByAccountWithBalances() throws IOException {
        Item yen = new Item("p2", "500", "JPY", "GB33BUKB20201555555555", "a2");
        post(bank, file("M1", "512.50", Item.of("p1"), yen));
        bank.reverse("r1", Bodies.reversal("p1", "2.50", "EUR"));

        List<XmlElement> statements =
                xml(today(bank).body()).get("BkToCstmrStmt").children("Stmt");

        assertThat(statements).extracting(each -> each.getText("Acct", "Ccy")).containsExactly("EUR", "JPY");
        XmlElement euros = statements.get(0);
        assertThat(euros.getText("Acct", "Id", "IBAN")).isEqualTo("DE89370400440532013000");
        assertThat(euros.children("Bal"))
                .extracting(each -> each.getText("Amt"))
                .containsExactly("0.00", "10.00");
        assertThat(euros.children("Bal"))
                .extracting(each -> each.getText("CdtDbtInd"))
                .containsExactly("CRDT", "DBIT");
        XmlElement debit = euros.children("Ntry").get(0).get("NtryDtls", "TxDtls");
        assertThat(debit.getText("Refs", "EndToEndId")).isEqualTo("p1");
        assertThat(debit.getText("Refs", "UETR")).isEqualTo("235d1eb5-8dd7-4c1a-8ece-559df8c67da1");
        assertThat(debit.getText("CdtDbtInd")).isEqualTo("DBIT");
        XmlElement back = euros.children("Ntry").get(1).get("NtryDtls", "TxDtls");
        assertThat(back.getText("Refs", "EndToEndId")).isEqualTo("p1");
        assertThat(back.getText("Refs", "InstrId")).isEqualTo("r1");
        assertThat(back.getText("CdtDbtInd")).isEqualTo("CRDT");
        assertThat(back.find("RtrInf")).isPresent();
    }

    @Test
    void theSameBookingsAreTheSameBytes() throws IOException {
        post(bank, file("M1", "12.50", Item.of("p1")));

        assertThat(today(bank).body()).isEqualTo(today(bank).body());
    }

    @Test
    void aNotificationHasWhatCameSince() throws IOException {
        post(bank, file("M1", "12.50", Item.of("p1")));
        HttpResponse<String> first = get(bank, "/notifications");
        String last = first.headers().firstValue("Last-Booking").orElseThrow();
        assertThat(get(bank, "/notifications?since=" + last).statusCode()).isEqualTo(404);
        post(bank, file("M2", "12.50", Item.of("p2")));

        String second = get(bank, "/notifications?since=" + last).body();

        assertThat(first.body()).contains(">p1<", "camt.054.001.08");
        assertThat(second).contains(">p2<").doesNotContain(">p1<");
    }

    @Test
    void aDayWithoutBookingsAndADayThatIsNoneAreToldSo() throws IOException {
        assertThat(today(bank).statusCode()).isEqualTo(404);
        assertThat(get(bank, "/statements/2026-02-30").statusCode()).isEqualTo(400);
        assertThat(get(bank, "/notifications?since=x").statusCode()).isEqualTo(400);
    }

    @Test
    void aStatementMayHoldWhatIsInNoBooks() throws IOException {
        bank.close();
        BankFaults none = BankFaults.none();
        bank = BankUnderTest.start(BankSettings.wellBehaved()
                .with(new BankFaults(
                        none.seed(), none.sends(), none.lookups(), none.declines(), new StatementFaults(1, 1))));
        post(bank, file("M1", "12.50", Item.of("p1")));

        String statement = today(bank).body();

        assertThat(statement).contains(">FOREIGN-1<", ">12.51<").doesNotContain(">12.50<");
        assertThat(bank.get("/transfers/p1").text("amount")).isEqualTo("12.50");
        assertThat(bank.bookings()).isEqualTo(1);
    }

    /** What is booked around midnight may be on either day. */
    private static HttpResponse<String> today(BankUnderTest bank) throws IOException {
        HttpResponse<String> today = get(bank, "/statements/" + LocalDate.now(ZoneOffset.UTC));
        return today.statusCode() == 404
                ? get(bank, "/statements/" + LocalDate.now(ZoneOffset.UTC).minusDays(1))
                : today;
    }
}

package io.querent.examples.payment.bank;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.querent.examples.payment.bank.BankUnderTest.Answer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever is sent, it is refused with 4xx, and nothing is booked. */
class HostileRequestTest {
    private static BankUnderTest bank;

    @BeforeAll
    static void open() {
        bank = BankUnderTest.wellBehaved();
    }

    @AfterAll
    static void close() {
        bank.close();
    }

    @AfterEach
    void nothingIsBookedAndTheBankStillWorks() throws IOException {
        assertThat(bank.bookings()).isZero();
    }

    @Test
    void keyIsRequired() throws IOException {
        HttpResponse<String> answer = bank.exchange(bank.builder("/transfers")
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(Bodies.TRANSFER))
                .build());

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).contains("missing-key");
    }

    @Test
    void twoKeysAreNoKey() throws IOException {
        HttpResponse<String> answer = bank.exchange(bank.builder("/transfers")
                .header("Idempotency-Key", "K1")
                .header("Idempotency-Key", "K2")
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(Bodies.TRANSFER))
                .build());

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).contains("invalid-key");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a b", "a/b", "../x", "'; DROP TABLE bank.booking; --", "\"K1\"", "a,b", "a%00", "é"})
    void keyOutsideTheFormatIsRefused(String key) throws IOException {
        assertThat(raw("Idempotency-Key: " + key, Bodies.TRANSFER))
                .startsWith("HTTP/1.1 400")
                .contains("invalid-key");
    }

    @Test
    void keyAsLongAsItMayBeIsUsedWhole() throws IOException {
        String prefix = "k".repeat(63);
        assertThat(bank.transfer(prefix + "ab", Bodies.TRANSFER).text("code")).isEqualTo("invalid-key");
        assertThat(bank.transfer(prefix + "a", "{}").text("code")).isEqualTo("invalid-instruction");
        assertThat(bank.sends(prefix + "a")).isEqualTo(1);
        assertThat(bank.sends(prefix + "b")).isZero();
    }

    @Test
    void lineBreakInAKeyMakesNoHeaderOfItsOwn() throws IOException {
        String answer = raw("Idempotency-Key: a\r\nX-Evil: 1", Bodies.transfer("-1", "EUR"));

        assertThat(answer).startsWith("HTTP/1.1 400").doesNotContain("Evil");
    }

    @Test
    void keyOfAMegabyteIsNotReadWhole() throws IOException {
        String answer = raw("Idempotency-Key: " + "k".repeat(1024 * 1024), Bodies.TRANSFER);

        assertThat(answer)
                .satisfiesAnyOf(
                        cut -> assertThat(cut).isEmpty(),
                        refused -> assertThat(refused).startsWith("HTTP/1.1 4"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "null",
                "[]",
                "\"text\"",
                "17",
                "{",
                "{}x",
                "{} {}",
                "{\"amount\":10,\"amount\":1000}",
                "{'amount':1}",
                "{\"amount\":NaN}",
                "{\"amount\":01}",
                "// comment\n{}",
                "\u0000"
            })
    void bodyThatIsNoInstructionIsRefused(String body) throws IOException {
        Answer answer = bank.transfer("K1", body);

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.text("code")).isIn("invalid-json", "invalid-instruction");
    }

    @Test
    void duplicateMemberIsRefusedAlthoughBothAreEqual() throws IOException {
        String body = Bodies.TRANSFER.replace("\"amount\":100.00", "\"amount\":100.00,\"amount\":100.00");

        assertThat(bank.transfer("K1", body).text("code")).isEqualTo("invalid-json");
    }

    @Test
    void unknownMemberIsRefused() throws IOException {
        String body = Bodies.TRANSFER.replace("{", "{\"urgent\":true,");

        assertThat(bank.transfer("K1", body).text("code")).isEqualTo("invalid-instruction");
    }

    @ParameterizedTest
    @CsvSource({
        "0,EUR",
        "0.00,EUR",
        "-0,EUR",
        "-1.00,EUR",
        "1.001,EUR",
        "10.005,EUR",
        "0.5,JPY",
        "1.5,UGX",
        "12.3456,KWD",
        "1000000000000000,EUR",
        "1e15,EUR",
        "1e999,EUR",
        "1e999999999,EUR",
        "1e99999999999999999999,EUR",
        "1e-999999999,EUR",
        "11111111111111111111111111111111111111111111,EUR",
        "null,EUR",
        "true,EUR",
        "[1],EUR",
        "\"\",EUR",
        "\"1e2\",EUR",
        "\"-1\",EUR",
        "\"1.\",EUR",
        "\" 1\",EUR",
        "\"١\",EUR",
        "1,XYZ",
        "1,XXX",
        "1,XAU",
        "1,eur",
        "1,EURO",
        "1,''"
    })
    void amountThatIsNoMoneyIsRefusedNotRounded(String amount, String currency) throws IOException {
        Answer answer = bank.transfer("K1", Bodies.transfer(amount, currency));

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.text("code")).isIn("invalid-instruction", "invalid-json");
    }

    @ParameterizedTest
    @ValueSource(strings = {"ab\\u0000c", "\\ud800", "\\udc00x", "line\\nbreak", "", "\\u001b[31m"})
    void textThatCannotBeStoredOrShownIsRefused(String reference) throws IOException {
        Answer answer = bank.transfer("K1", Bodies.TRANSFER.replace("order-123", reference));

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.text("code")).isEqualTo("invalid-instruction");
        assertThat(answer.body().at("/errors/0/field").asString()).isEqualTo("reference");
    }

    @Test
    void memberNamesCannotSpoilTheRefusal() throws IOException {
        assertThat(bank.transfer("K1", "{\"\\ud800\":1,\"\\u0000\":2}").status())
                .isEqualTo(400);
        assertThat(bank.transfer("K1", "{\"\\ud800\":1,\"\\ud800\":2}").status())
                .isEqualTo(400);
    }

    @Test
    void textMayBeInAnyScript() throws IOException {
        String body = Bodies.transfer("0", "EUR").replace("order-123", "注文 𝟙 ümlaut");

        assertThat(bank.transfer("K1", body).body().path("errors").size()).isEqualTo(1);
    }

    @Test
    void textAboveItsLimitIsRefused() throws IOException {
        String body = Bodies.TRANSFER.replace("order-123", "x".repeat(141));

        assertThat(bank.transfer("K1", body).text("code")).isEqualTo("invalid-instruction");
    }

    @ParameterizedTest
    @ValueSource(ints = {64 * 1024 + 1, 200 * 1024, 1024 * 1024})
    void bodyAboveItsLimitIsRefused(int bytes) throws IOException {
        String body = " ".repeat(bytes - Bodies.TRANSFER.length()) + Bodies.TRANSFER;

        assertThat(bank.transfer("K1", body).status()).isEqualTo(413);
    }

    @Test
    void bytesThatAreNoUtf8AreRefused() throws IOException {
        HttpResponse<String> answer = bank.exchange(bank.builder("/transfers")
                .header("Idempotency-Key", "K1")
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofByteArray(
                        Bodies.TRANSFER.replace("order-123", "ü").getBytes(ISO_8859_1)))
                .build());

        assertThat(answer.statusCode()).isEqualTo(400);
    }

    @Test
    void bodyMustSayThatItIsJson() throws IOException {
        HttpResponse<String> answer = bank.exchange(bank.builder("/transfers")
                .header("Idempotency-Key", "K1")
                .header("Content-Type", "text/plain")
                .POST(BodyPublishers.ofString(Bodies.TRANSFER))
                .build());

        assertThat(answer.statusCode()).isEqualTo(415);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/transfers/a%20b", "/transfers/%00", "/sends/a%27", "/reversals/a%2Fb"})
    void lookupOfWhatIsNoKeyIsRefused(String path) throws IOException {
        assertThat(bank.get(path).status()).isIn(400, 404);
    }

    private static String raw(String header, String body) throws IOException {
        byte[] content = body.getBytes(UTF_8);
        String head =
                "POST /transfers HTTP/1.1\r\nHost: bank\r\nContent-Type: application/json\r\nConnection: close\r\n"
                        + "Content-Length: " + content.length + "\r\n" + header + "\r\n\r\n";
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), bank.port())) {
            socket.setSoTimeout(20_000);
            try {
                socket.getOutputStream().write(head.getBytes(ISO_8859_1));
                socket.getOutputStream().write(content);
            } catch (IOException refusedWhileSending) {
                return "";
            }
            return new String(socket.getInputStream().readAllBytes(), US_ASCII);
        } catch (java.net.SocketException reset) {
            return "";
        }
    }
}

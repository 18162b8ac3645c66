package io.querent.examples.payment.bank;

import static org.assertj.core.api.Assertions.assertThat;

import io.querent.examples.payment.bank.BankUnderTest.Answer;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class DatabaseOutageTest {
    @Test
    void withoutItsDatabaseTheBankIsUnavailable() throws IOException {
        try (BankUnderTest bank = BankUnderTest.wellBehaved()) {
            bank.transfer("K1", Bodies.TRANSFER);
            bank.loseDatabase();
            Answer send = bank.transfer("K1", Bodies.TRANSFER);
            Answer lookup = bank.get("/transfers/K1");

            assertThat(send.status()).isEqualTo(503);
            assertThat(send.raw().headers().firstValue("Retry-After")).isPresent();
            assertThat(lookup.status()).isEqualTo(503);
        }
    }
}

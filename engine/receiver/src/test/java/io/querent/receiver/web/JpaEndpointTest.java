package io.querent.receiver.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.querent.receiver.ReceiverDatabase;
import io.querent.receiver.ReceiverServer;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** What JPA writes is in the transaction of the key, at every isolation level. */
class JpaEndpointTest {
    private static final String HUNDRED = "{\"account\":\"A\",\"amount\":100}";

    @ParameterizedTest
    @ValueSource(strings = {"read-committed", "repeatable-read", "serializable"})
    void entitiesAreWrittenWithTheKeyOrNotAtAll(String isolation) throws Exception {
        try (ReceiverDatabase database = ReceiverServer.newDatabase();
                ConfigurableApplicationContext bank = start(database, isolation)) {
            Caller shop = new Caller(Integer.parseInt(bank.getEnvironment().getProperty("local.server.port")), null);
            List<CompletableFuture<HttpResponse<String>>> twice = new ArrayList<>();
            for (int i = 0; i < 10; i++) {
                twice.add(shop.posting("/debits", "k-" + i / 2, HUNDRED));
            }
            assertThat(twice)
                    .allSatisfy(each -> assertThat(each.join().statusCode()).isIn(200, 201));
            assertThat(balance(database)).isEqualTo(500);

            String tooMuch = "{\"account\":\"A\",\"amount\":501}";
            assertThat(shop.post("/debits", "k-9", tooMuch).statusCode()).isEqualTo(422);
            assertThat(balance(database)).isEqualTo(500);
            database.execute("UPDATE account SET balance = 9000");
            assertThat(shop.post("/debits", "k-9", tooMuch).body()).isEqualTo("{\"code\":\"NO_FUNDS\"}");
            assertThat(balance(database)).isEqualTo(9000);
        }
    }

    private static long balance(ReceiverDatabase database) {
        return database.count("SELECT balance FROM account WHERE name = 'A'");
    }

    private static ConfigurableApplicationContext start(ReceiverDatabase database, String isolation) {
        return new SpringApplicationBuilder(JpaBank.class)
                .properties(
                        "server.port=0",
                        "server.address=127.0.0.1",
                        "spring.main.banner-mode=off",
                        "spring.jpa.open-in-view=true",
                        "spring.jpa.hibernate.ddl-auto=none",
                        "spring.datasource.url=jdbc:postgresql://127.0.0.1:" + ReceiverServer.port() + "/"
                                + database.name(),
                        "spring.datasource.username=postgres",
                        "querent.receiver.callers=everybody",
                        "querent.receiver.wait-for-holder=30s",
                        "querent.receiver.isolation=" + isolation)
                .run();
    }
}

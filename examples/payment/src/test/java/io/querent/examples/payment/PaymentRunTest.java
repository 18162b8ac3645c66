package io.querent.examples.payment;

import static org.assertj.core.api.Assertions.assertThat;

import io.querent.spring.embedded.EmbeddedPostgresServer;
import io.querent.spring.embedded.EmbeddedPostgresSettings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** Runs of the whole example, one after the other in the same data directory, with the bank as a process of its own. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class PaymentRunTest {
    private static final int ORDERS = 40;

    @TempDir
    private static Path directory;

    @Test
    @Order(1)
    void everyOrderIsSettledWhateverGoesWrongAndAllBooksAgree() throws Exception {
        List<String> lines = new ArrayList<>(OrderFiles.orders(ORDERS));
        lines.add(OrderFiles.order(1));
        lines.add(OrderFiles.order(2).replace(".02", ".03"));
        lines.add("not an order");
        OrderFiles.write(directory.resolve("orders.csv"), lines);

        InProcess run = run("--faults=heavy", "--in-flight=40");

        assertThat(run.exitCode()).as(run.result() + run.notices()).isZero();
        assertThat(run.figure("orders read")).isEqualTo(ORDERS + 3);
        assertThat(run.figure("refused as bad input")).isEqualTo(1);
        assertThat(run.figure("in conflict")).isEqualTo(1);
        assertThat(run.figure("new")).isEqualTo(ORDERS);
        assertThat(run.figure("replayed")).isEqualTo(1);
        assertThat(run.figure("All payments here")).isEqualTo(ORDERS);
        assertThat(run.figure("completed") + run.figure("compensated") + run.figure("failed"))
                .isEqualTo(ORDERS);
        assertThat(run.figure("unknown")).isPositive();
        assertThat(run.figure("found")
                        + run.figure("found late")
                        + run.figure("found rejected")
                        + run.figure("absent, sent again"))
                .isEqualTo(run.figure("unknown"));
        assertThat(run.notices())
                .contains("line 43, order_id: found \"7002\", which was used before for another order")
                .contains("line 44, line: found \"not an order\", expected 6 fields between semicolons, not 1");
    }

    @Test
    @Order(2)
    void aRunThatFindsEverythingDoneReplaysIt() {
        InProcess run = run("--faults=none");

        assertThat(run.exitCode()).as(run.result() + run.notices()).isZero();
        assertThat(run.figure("new")).isZero();
        assertThat(run.figure("replayed")).isEqualTo(ORDERS + 1);
        assertThat(run.figure("All payments here")).isEqualTo(ORDERS);
    }

    @Test
    @Order(3)
    void aPaymentsHistoryCanBePrinted() {
        String data = "--data=" + directory.resolve("data");

        InProcess text = InProcess.run("history", "7003", data);
        assertThat(text.exitCode()).as(text.notices()).isZero();
        assertThat(text.result())
                .contains("default:payment:7003")
                .containsPattern("reserve-funds +SUCCEEDED +1 +default:payment:7003:reserve-funds")
                .containsPattern("transfer +attempt 1");

        InProcess json = InProcess.run("history", "default:payment:7003:transfer", "--json", data);
        assertThat(json.result()).contains("\"key\" : \"default:payment:7003\"").contains("\"token\" : 1");
        assertThat(InProcess.run("history", "7999", data).exitCode()).isEqualTo(2);
        assertThat(InProcess.run("history", "no key", data).exitCode()).isEqualTo(2);
    }

    @Test
    @Order(4)
    void whatIsWrongInTheBooksIsAnErrorByName() {
        inDatabase("bank", "bank", """
                INSERT INTO bank.booking (kind, operation_key, amount, currency, debtor_account, creditor_bank,
                                          creditor_account, reference, booked_at)
                SELECT kind, operation_key, amount, currency, debtor_account, creditor_bank, creditor_account, reference,
                       booked_at
                FROM bank.booking WHERE kind = 'TRANSFER' ORDER BY id LIMIT 1;
                INSERT INTO bank.booking (kind, operation_key, amount, currency, debtor_account, creditor_bank,
                                          creditor_account, reference, booked_at)
                VALUES ('TRANSFER', 'nobodys', 1, 'CZK', '1', 'YZ', '2', 'order 0', now())
                """);
        inDatabase("ledger", "querent", """
                DELETE FROM ledger.notice
                WHERE operation_key = (SELECT min(operation_key) FROM ledger.notice)
                """);

        InProcess run = run("--faults=none");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.errors())
                .hasSize(3)
                .anySatisfy(error -> assertThat(error)
                        .startsWith("ERROR DOUBLE in bank; key=default:payment:70")
                        .contains("expected=TRANSFER ")
                        .contains(" once, found=TRANSFER "))
                .anySatisfy(error -> assertThat(error)
                        .startsWith("ERROR ORPHAN in bank; key=nobodys, expected=no effect")
                        .endsWith("found=TRANSFER 1.00 CZK from 1 to YZ/2"))
                .anySatisfy(error -> assertThat(error)
                        .startsWith("ERROR MISSING in notices; key=default:payment:70")
                        .endsWith("found=nothing"));
    }

    @Test
    void badUsageIsSaidBeforeAnythingIsDone() {
        assertThat(InProcess.run("--orders=" + directory.resolve("nowhere.csv")).exitCode())
                .isEqualTo(2);
        assertThat(InProcess.run("--faults=everything").exitCode()).isEqualTo(2);
        assertThat(InProcess.run("--in-flight=0").exitCode()).isEqualTo(2);
        assertThat(InProcess.run("--faults=heavy", "--bank-url=http://127.0.0.1:1")
                        .notices())
                .contains("--bank-url");
        assertThat(InProcess.run("history", "1", "--data=" + directory.resolve("nothing"))
                        .exitCode())
                .isEqualTo(2);
    }

    private static InProcess run(String... more) {
        List<String> arguments = new ArrayList<>(List.of(
                "--orders=" + directory.resolve("orders.csv"), "--data=" + directory.resolve("data"), "--seed=11"));
        arguments.addAll(List.of(more));
        return InProcess.run(arguments.toArray(String[]::new));
    }

    /** Between two runs, when nobody else has the server. */
    private static void inDatabase(String part, String database, String statements) {
        EmbeddedPostgresSettings settings = EmbeddedPostgresSettings.in(
                        directory.resolve("data").resolve(part))
                .withDatabaseName(database);
        try (EmbeddedPostgresServer server = EmbeddedPostgresServer.start(settings)) {
            for (String statement : statements.split(";", -1)) {
                JdbcClient.create(new DriverManagerDataSource(server.jdbcUrl(), server.username(), server.password()))
                        .sql(statement)
                        .update();
            }
        }
    }
}

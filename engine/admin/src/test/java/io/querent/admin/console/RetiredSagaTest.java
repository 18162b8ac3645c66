package io.querent.admin.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.querent.admin.testing.AdminNode;
import io.querent.admin.testing.Browser;
import io.querent.admin.testing.Browser.Page;
import io.querent.admin.testing.Caller;
import io.querent.admin.testing.DeskApplication.Payment;
import io.querent.decision.SagaStatus;
import io.querent.runtime.SagaEngine;
import io.querent.runtime.admin.AdminStorage;
import io.querent.runtime.archive.DirectoryArchive;
import io.querent.runtime.retention.LegalHolds.Scope;
import io.querent.runtime.retention.RetentionPolicy;
import io.querent.saga.SagaDefinition;
import io.querent.saga.SagaKey;
import io.querent.spring.database.EngineDatabase;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What people see of a saga whose history stays by order, and of one whose history has left. */
class RetiredSagaTest {
    private static final String DAY = "timestamp '2024-03-15 12:00'";

    @TempDir
    private static Path archive;

    private static AdminNode node;

    @BeforeAll
    static void start() throws Exception {
        node = AdminNode.start(List.of()).account("maria", "operator").account("root", "admin");
        ended("old-1");
        ended("held-1");
        AdminStorage storage = node.bean(AdminStorage.class);
        storage.legalHolds().place(Scope.of(key("held-1")), "ann", "case 4711", "h-1");
        assertThat(storage.retention()
                        .run(RetentionPolicy.DEFAULT, new DirectoryArchive(archive), "test", () -> false)
                        .exported())
                .isEqualTo(1);
    }

    @AfterAll
    static void stop() {
        node.close();
    }

    @Test
    void thePageSaysWhereTheHistoryIs() throws IOException {
        Page page = signedIn().get(path("old-1"));

        assertThat(page.status()).as(page.html()).isEqualTo(200);
        assertThat(page.html()).contains("history-archived", "events-2024-03.ndjson.gz", "SHA-256");
        assertThat(Markup.wrongs(page.html())).isEmpty();
        for (String room : List.of("/events", "/operations/transfer", "/evidence", "/actions/new/compensate")) {
            assertThat(signedIn().get(path("old-1") + room).status()).as(room).isEqualTo(410);
        }
    }

    @Test
    void thePageSaysThatASagaIsUnderLegalHold() throws IOException {
        Page page = signedIn().get(path("held-1"));

        assertThat(page.html()).contains("legal-hold", "by ann: case 4711");
        assertThat(Markup.wrongs(page.html())).isEmpty();
    }

    @Test
    void theApiSaysThatItIsGoneAndTakesNoAction() {
        Caller maria = node.as("maria");
        String saga = "/api/v1/sagas/" + key("old-1").id();

        for (String part : List.of("", "/history", "/operations", "/events", "/export", "/evidence")) {
            Caller.Answer answer = maria.get(saga + part);
            assertThat(answer.status()).as(part).isEqualTo(410);
            assertThat(answer.text("code")).as(part).isEqualTo("QRT-3401");
            assertThat(answer.text("detail")).as(part).contains("events-2024-03.ndjson.gz");
        }
        assertThat(maria.post(
                                saga + "/actions",
                                "{\"action\":\"compensate\",\"reason\":\"a complaint\"}",
                                "Idempotency-Key",
                                "c-1",
                                "If-Match",
                                "\"4\"")
                        .status())
                .isEqualTo(410);
        assertThat(maria.get("/api/v1/sagas?definition=payment").body()).contains("old-1", "held-1");
    }

    private static Browser signedIn() {
        Browser browser = new Browser(node.port());
        assertThat(browser.signIn("maria", AdminNode.PASSWORD).status()).isEqualTo(200);
        return browser;
    }

    @SuppressWarnings("unchecked")
    private static void ended(String number) throws Exception {
        SagaDefinition<Payment> definition =
                (SagaDefinition<Payment>) node.context().getBean("payment", SagaDefinition.class);
        SagaStatus end = node.bean(SagaEngine.class)
                .start(definition, new Payment("paid-" + number, new BigDecimal("10.00"), "DE02120300000000202051"))
                .result()
                .toCompletableFuture()
                .get(60, TimeUnit.SECONDS)
                .status();
        assertThat(end).isEqualTo(SagaStatus.COMPLETED);
        String where = " WHERE saga_id = '" + key(number).id() + "'";
        execute("SELECT querent.ensure_event_partition(date '2024-03-01')");
        execute("UPDATE querent.event SET period = querent.event_period(" + DAY + ")" + where);
        execute("UPDATE querent.saga SET period = querent.event_period(" + DAY + "), updated_at = " + DAY + where);
    }

    private static void execute(String sql) throws SQLException {
        try (Connection connection =
                        node.bean(EngineDatabase.class).dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static SagaKey key(String number) {
        return SagaKey.of("payment", "paid-" + number);
    }

    private static String path(String number) {
        return "/console/sagas/" + key(number).id();
    }
}

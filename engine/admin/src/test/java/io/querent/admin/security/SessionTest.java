package io.querent.admin.security;

import static org.assertj.core.api.Assertions.assertThat;

import io.querent.admin.testing.AdminNode;
import io.querent.admin.testing.Caller.Answer;
import io.querent.admin.testing.ConsoleSession;
import io.querent.runtime.admin.AdminStorage;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Sessions of the console, over real sockets. */
class SessionTest {
    private static AdminNode node;

    @BeforeAll
    static void start() throws IOException {
        node = AdminNode.start(List.of())
                .account("maria", "operator")
                .account("gone", "viewer")
                .account("guessed", "viewer");
    }

    @AfterAll
    static void stop() {
        node.close();
    }

    @Test
    void signingInGivesTheSessionANewId() {
        ConsoleSession browser = new ConsoleSession(node);
        browser.get("/console/sign-in");
        String before = browser.cookie();
        Answer in = browser.signIn("maria", AdminNode.PASSWORD);

        assertThat(in.status()).as(in.body()).isEqualTo(302);
        assertThat(in.header("Location").orElseThrow()).doesNotContain("sign-in");
        assertThat(before).isNotEmpty();
        assertThat(browser.cookie()).isNotEqualTo(before);
        assertThat(browser.get("/console").status()).isEqualTo(200);
    }

    @Test
    void theCookieIsOutOfReachOfScriptsAndOtherSites() {
        Answer page = node.asNobody().get("/console/sign-in");
        assertThat(page.header("Set-Cookie").orElseThrow()).contains("HttpOnly").containsIgnoringCase("SameSite=");
        assertThat(page.header("Content-Security-Policy").orElseThrow())
                .contains("default-src 'none'")
                .doesNotContain("unsafe-inline");
        assertThat(page.header("X-Frame-Options")).hasValue("DENY");
    }

    @Test
    void aDisabledAccountsSessionEndsWithItsNextRequest() {
        ConsoleSession browser = new ConsoleSession(node);
        browser.signIn("gone", AdminNode.PASSWORD);
        assertThat(browser.get("/console").status()).isEqualTo(200);

        node.bean(AdminStorage.class).accounts().change("gone", Set.of("viewer"), false, "test", "disable-gone");

        assertThat(browser.get("/console").status()).isEqualTo(302);
        assertThat(node.as("gone").get("/api/v1/sagas").status()).isEqualTo(401);
    }

    @Test
    void wrongPasswordsAreHeardMoreAndMoreSlowly() {
        int status = 0;
        for (int i = 0; i < 8 && status != 429; i++) {
            status = node.as("guessed", "wrong-" + i).get("/api/v1/sagas").status();
        }
        assertThat(status).isEqualTo(429);
        ConsoleSession browser = new ConsoleSession(node);
        assertThat(browser.signIn("guessed", AdminNode.PASSWORD)
                        .header("Location")
                        .orElseThrow())
                .endsWith("?barred");
    }
}

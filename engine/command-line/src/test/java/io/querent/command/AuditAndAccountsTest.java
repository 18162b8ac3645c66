package io.querent.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.querent.command.Desk.Result;
import java.sql.Connection;
import java.sql.Statement;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.security.crypto.password.Pbkdf2PasswordEncoder;
import tools.jackson.databind.JsonNode;

/** The audit and the console's accounts, on a real server. */
class AuditAndAccountsTest {
    private Desk desk;

    @BeforeEach
    void open() throws Exception {
        desk = new Desk();
    }

    @AfterEach
    void close() throws Exception {
        desk.close();
    }

    @Test
    void whoeverIsLockedOutOfTheConsoleGetsInAgain() {
        Result made = desk.run("accounts", "create", "maria", "--grant=operator:pay,viewer", "--operator=root");
        assertThat(made.exit()).isZero();
        assertThat(isRight("maria", password(made))).isTrue();
        assertThat(desk.run("accounts").out()).contains("maria", "NEW PASSWORD", "operator:pay viewer");
        assertThat(desk.run("accounts", "create", "Maria", "--grant=viewer").err())
                .contains("QRT-6055");

        Result reset = desk.run("accounts", "reset", "maria");
        assertThat(isRight("maria", password(made))).isFalse();
        assertThat(isRight("maria", password(reset))).isTrue();

        assertThat(desk.run("accounts", "change", "maria", "--disable").out()).contains("disabled", "operator:pay");
        assertThat(desk.run("accounts", "change", "maria", "--grant=admin", "--enable")
                        .out())
                .contains("enabled", "[admin]");
        assertThat(desk.run("accounts", "change", "maria", "--grant=king").err())
                .contains("QRT-6024")
                .doesNotContain("king");
        assertThat(desk.run("audit", "--json").out()).contains("root").doesNotContain(password(made), password(reset));
    }

    @Test
    void theAuditIsFilteredAndItsChainHolds() {
        desk.run("accounts", "create", "maria", "--grant=viewer", "--operator=root");
        desk.run("accounts", "create", "john", "--grant=viewer", "--operator=toor");

        JsonNode ofRoot = Desk.json(desk.run("audit", "--operator=root", "--json"));
        assertThat(ofRoot.size()).isEqualTo(1);
        String action = ofRoot.get(0).get("action").asString();
        assertThat(desk.run("audit", "--action=" + action).out()).hasLineCount(3);
        assertThat(desk.run("audit", "--outcome=REFUSED").out()).contains("Nobody");
        assertThat(desk.run("audit", "--before=2020-01-01T00:00:00Z").out()).contains("Nobody");
        assertThat(Desk.json(desk.run("audit", "--below=2", "--json")).size()).isEqualTo(1);

        String head = Desk.json(desk.run("audit", "head", "--json")).get("head").asString();
        Result intact = desk.run("audit", "verify");
        assertThat(intact.exit()).isZero();
        assertThat(intact.out()).contains("intact", head);
    }

    @Test
    void aChangedAuditFailsItsCheck() throws Exception {
        desk.run("accounts", "create", "maria", "--grant=viewer", "--operator=root");
        try (Connection connection = desk.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("ALTER TABLE querent.audit DISABLE TRIGGER ALL");
            statement.execute("UPDATE querent.audit SET operator = 'nobody'");
        }

        Result broken = desk.run("audit", "verify");

        assertThat(broken.exit()).isEqualTo(ExitCodes.REFUSED);
        assertThat(broken.out()).contains("QRT-6050", "key=1");
        assertThat(desk.run("audit", "verify", "--json").out()).contains("\"intact\" : false");
    }

    private boolean isRight(String name, String password) {
        String hash = desk.admin().accounts().find(name).orElseThrow().passwordHash();
        // What the console's encoder does with this prefix.
        String prefix = "{pbkdf2@SpringSecurity_v5_8}";
        assertThat(hash).startsWith(prefix);
        return Pbkdf2PasswordEncoder.defaultsForSpringSecurity_v5_8()
                .matches(password, hash.substring(prefix.length()));
    }

    private static String password(Result result) {
        return result.out().replaceFirst("(?s).* is (\\S+)  .*", "$1");
    }
}

package io.querent.spring.embedded;

import static io.querent.spring.embedded.Workplace.execute;
import static io.querent.spring.embedded.Workplace.queryOne;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class EmbeddedPostgresServerTest {

    @TempDir
    private Path temporary;

    private Workplace workplace;

    @BeforeEach
    void openWorkplace() throws IOException {
        workplace = new Workplace(temporary).usedBefore();
    }

    @AfterEach
    void closeWorkplace() throws IOException {
        workplace.close();
    }

    @Test
    void restartKeepsDataPortAndPassword() throws SQLException {
        EmbeddedPostgresServer first = workplace.start();
        execute(first, "CREATE TABLE kept AS SELECT 42 AS answer");
        first.close();

        EmbeddedPostgresServer second = workplace.start();

        assertThat(queryOne(second, "SELECT answer FROM kept")).isEqualTo("42");
        assertThat(second.port()).isEqualTo(first.port());
        assertThat(second.password()).isEqualTo(first.password());
        assertThat(second.jdbcUrl()).isEqualTo(first.jdbcUrl());
    }

    @Test
    void commitsReachTheDiskAndPagesAreChecksummed() throws SQLException {
        EmbeddedPostgresServer server = workplace.start();

        assertThat(queryOne(server, "SHOW fsync")).isEqualTo("on");
        assertThat(queryOne(server, "SHOW synchronous_commit")).isEqualTo("on");
        assertThat(queryOne(server, "SHOW full_page_writes")).isEqualTo("on");
        assertThat(queryOne(server, "SHOW data_checksums")).isEqualTo("on");
        assertThat(queryOne(server, "SHOW server_version_num")).startsWith("18");
    }

    @Test
    void onlyTheOwnerWithThePasswordGetsIn() throws SQLException, IOException {
        EmbeddedPostgresServer server = workplace.start();

        assertThat(queryOne(server, "SHOW listen_addresses")).isEqualTo("127.0.0.1");
        assertThat(queryOne(server, "SHOW unix_socket_directories")).isEmpty();
        assertThat(queryOne(server, "SELECT count(*) FROM pg_hba_file_rules WHERE auth_method <> 'scram-sha-256'"))
                .isEqualTo("0");
        assertThat(permissions(workplace.directory())).isEqualTo("rwx------");
        assertThat(permissions(workplace.directory().resolve("password"))).isEqualTo("rw-------");
        assertThatExceptionOfType(SQLException.class)
                .isThrownBy(() -> DriverManager.getConnection(server.jdbcUrl(), server.username(), "wrong"))
                .satisfies(refusal -> assertThat(refusal.getSQLState()).isEqualTo("28P01"));
    }

    @Test
    void settingsAndDatabaseNameReachTheServer() throws SQLException {
        EmbeddedPostgresServer server = workplace.start(workplace
                .settings()
                .withDatabaseName("money")
                .withServerSettings(Map.of("max_connections", "17", "Cluster_Name", "it's a \\ name")));

        assertThat(queryOne(server, "SHOW max_connections")).isEqualTo("17");
        assertThat(queryOne(server, "SHOW cluster_name")).isEqualTo("it's a \\ name");
        assertThat(queryOne(server, "SELECT current_database()")).isEqualTo("money");
    }

    @Test
    void closeStopsTheServerOnceAndAlsoOnAnInterruptedThread() throws IOException {
        EmbeddedPostgresServer server = workplace.start();
        long postmaster = workplace.postmaster();

        Thread.currentThread().interrupt();
        server.close();
        server.close();

        assertThat(Thread.interrupted()).isTrue();
        Workplace.awaitEnd(postmaster);
    }

    @Test
    void takenPortIsRefusedIfAskedForAndReplacedIfChosen() throws IOException {
        EmbeddedPostgresServer first = workplace.start();
        first.close();

        try (ServerSocket taken = new ServerSocket(first.port(), 1, InetAddress.getLoopbackAddress())) {
            assertRefused("QRT-5005", workplace.settings().withPort(taken.getLocalPort()));
            assertThat(workplace.start().port()).isNotEqualTo(first.port());
        }
    }

    @Test
    void secondStartOnTheSameDirectoryIsRefusedAndLeavesTheFirstInPossession() throws IOException {
        workplace.start();

        assertRefused("QRT-5001", workplace.settings());
        assertThat(workplace.startProcess().awaitOutcome())
                .contains("QRT-5001")
                .contains("found=process " + ProcessHandle.current().pid());
    }

    @Test
    void directoryWithForeignContentIsRefusedAndLeftAlone() throws IOException {
        Path foreign = Files.createDirectory(temporary.resolve("foreign"));
        Files.writeString(foreign.resolve("thesis.txt"), "years of work");

        assertThatThrownBy(() -> EmbeddedPostgresServer.start(EmbeddedPostgresSettings.in(foreign)))
                .hasMessageStartingWith("QRT-5002")
                .hasMessageContaining("thesis.txt");

        assertThat(foreign).isDirectoryNotContaining("glob:**querent*").isDirectoryContaining("glob:**thesis.txt");
    }

    @Test
    void dataOfAnotherMajorVersionOrWithoutItsPasswordIsRefused() throws IOException {
        workplace.start().close();
        Path version = workplace.data().resolve("PG_VERSION");

        Files.writeString(version, "15\n");
        assertRefused("QRT-5003", workplace.settings());

        Files.writeString(version, "18\n");
        Files.delete(workplace.directory().resolve("password"));
        assertRefused("QRT-5004", workplace.settings());
    }

    @Test
    void settingThatTheServerRefusesIsShownAndCanBeCorrected() {
        EmbeddedPostgresSettings wrong = workplace.settings().withServerSettings(Map.of("shared_buffers", "plenty"));

        assertThatThrownBy(() -> workplace.start(wrong))
                .hasMessageContaining("QRT-5006")
                .hasMessageContaining("plenty");

        assertThat(workplace.start().port()).isPositive();
    }

    private void assertRefused(String code, EmbeddedPostgresSettings settings) {
        assertThatExceptionOfType(EmbeddedPostgresException.class)
                .isThrownBy(() -> workplace.start(settings))
                .satisfies(refusal -> assertThat(refusal.code()).isEqualTo(code))
                .withMessageContaining(workplace.directory().toString());
    }

    private static String permissions(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }
}

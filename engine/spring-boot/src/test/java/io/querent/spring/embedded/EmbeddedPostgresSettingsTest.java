package io.querent.spring.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class EmbeddedPostgresSettingsTest {

    private final EmbeddedPostgresSettings settings = EmbeddedPostgresSettings.in(Path.of("some", "..", "place"));

    @Test
    void defaultsNeedNothingButADirectory() {
        assertThat(settings.directory()).isAbsolute().isEqualTo(Path.of("place").toAbsolutePath());
        assertThat(settings.port()).isZero();
        assertThat(settings.databaseName()).isEqualTo("querent");
        assertThat(settings.serverSettings()).isEmpty();
    }

    @Test
    void valuesThatCouldNotWorkAreRefused() {
        assertRefused(() -> settings.withPort(65_536));
        assertRefused(() -> settings.withPort(-1));
        assertRefused(() -> settings.withDatabaseName("a\"b"));
        assertRefused(() -> settings.withStartupTimeout(Duration.ofMillis(999)));
        assertRefused(() -> settings.withStartupTimeout(Duration.ofDays(2)));
    }

    @Test
    void serverSettingsCannotOpenTheServerToOthersOrSmuggleInALine() {
        assertRefused(() -> settings.withServerSettings(Map.of("LISTEN_ADDRESSES", "*")));
        assertRefused(() -> settings.withServerSettings(Map.of("hba_file", "/tmp/open.conf")));
        assertRefused(() -> settings.withServerSettings(Map.of("work_mem", "4MB\nlisten_addresses = '*'")));
        assertRefused(() -> settings.withServerSettings(Map.of("work_mem = '4MB' #", "x")));
    }

    private static void assertRefused(ThrowingCallable attempt) {
        assertThatExceptionOfType(EmbeddedPostgresException.class)
                .isThrownBy(attempt)
                .satisfies(refusal -> assertThat(refusal.code()).isEqualTo("QRT-5013"));
    }
}

package io.querent.spring.embedded;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * How an {@link EmbeddedPostgresServer} is kept.
 *
 * @param directory where everything of this server lives: data, password, log, programs. Must be absent, empty, or made by an
 *     earlier start
 * @param port TCP port on 127.0.0.1; 0 means a free one, chosen at the first start and kept for as long as it is free
 * @param databaseName lower-case letters, digits and underscores; created if missing
 * @param serverSettings settings of {@code postgresql.conf} that win over Querent's own, names in lower case
 * @param startupTimeout bounds each wait: for a server of an earlier process to answer, for a stuck one to stop, for ours to be ready
 */
public record EmbeddedPostgresSettings(
        Path directory, int port, String databaseName, Map<String, String> serverSettings, Duration startupTimeout) {

    private static final Pattern DATABASE_NAME = Pattern.compile("[a-z_][a-z0-9_]{0,62}");
    private static final Pattern SETTING_NAME = Pattern.compile("[a-z_][a-z0-9_.]{0,62}");
    private static final Pattern SETTING_VALUE = Pattern.compile("\\P{Cntrl}{0,1000}");
    private static final Duration LONGEST_TIMEOUT = Duration.ofHours(24);

    /** These decide where the server is found and who may reach it; a change would break what the rest relies on. */
    private static final Set<String> NOT_SETTABLE = Set.of(
            "config_file",
            "data_directory",
            "external_pid_file",
            "hba_file",
            "ident_file",
            "include",
            "include_dir",
            "include_if_exists",
            "lc_messages",
            "listen_addresses",
            "log_directory",
            "logging_collector",
            "port",
            "unix_socket_directories");

    /** @throws EmbeddedPostgresException QRT-5013 if a value cannot be used */
    public EmbeddedPostgresSettings {
        directory = directory.toAbsolutePath().normalize();
        require(port >= 0 && port <= 65_535, "port", port, "0 to 65535");
        require(DATABASE_NAME.matcher(databaseName).matches(), "databaseName", databaseName, DATABASE_NAME);
        serverSettings = inLowerCase(serverSettings);
        serverSettings.forEach(EmbeddedPostgresSettings::requireSettable);
        require(
                startupTimeout.toSeconds() >= 1 && startupTimeout.compareTo(LONGEST_TIMEOUT) <= 0,
                "startupTimeout",
                startupTimeout,
                "1 second to 24 hours");
    }

    /** A server in this directory, on a free port, with a database {@code querent} and one minute for each wait. */
    public static EmbeddedPostgresSettings in(Path directory) {
        return new EmbeddedPostgresSettings(directory, 0, "querent", Map.of(), Duration.ofMinutes(1));
    }

    public EmbeddedPostgresSettings withPort(int newPort) {
        return new EmbeddedPostgresSettings(directory, newPort, databaseName, serverSettings, startupTimeout);
    }

    public EmbeddedPostgresSettings withDatabaseName(String newDatabaseName) {
        return new EmbeddedPostgresSettings(directory, port, newDatabaseName, serverSettings, startupTimeout);
    }

    public EmbeddedPostgresSettings withServerSettings(Map<String, String> newServerSettings) {
        return new EmbeddedPostgresSettings(directory, port, databaseName, newServerSettings, startupTimeout);
    }

    public EmbeddedPostgresSettings withStartupTimeout(Duration newStartupTimeout) {
        return new EmbeddedPostgresSettings(directory, port, databaseName, serverSettings, newStartupTimeout);
    }

    private static Map<String, String> inLowerCase(Map<String, String> settings) {
        Map<String, String> lowerCase = new TreeMap<>();
        settings.forEach((name, value) -> lowerCase.put(name.toLowerCase(Locale.ROOT), value));
        return Map.copyOf(lowerCase);
    }

    private static void requireSettable(String name, String value) {
        require(SETTING_NAME.matcher(name).matches(), "serverSettings", name, SETTING_NAME);
        require(!NOT_SETTABLE.contains(name), "serverSettings", name, "none of the names that Querent itself sets");
        require(
                SETTING_VALUE.matcher(value).matches(),
                name,
                value,
                "up to 1000 characters without control characters");
    }

    private static void require(boolean holds, String name, Object found, Object expected) {
        if (!holds) {
            throw EmbeddedPostgresException.unusableSetting(name, found, expected);
        }
    }
}

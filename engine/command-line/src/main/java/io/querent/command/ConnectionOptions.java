package io.querent.command;

import io.querent.runtime.codec.AesGcmProtection;
import io.querent.runtime.codec.KeyRing;
import io.querent.runtime.codec.PayloadProtection;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.postgresql.ds.PGSimpleDataSource;
import picocli.CommandLine.Option;

/** The database as the command line or the environment names it. A password never stands on a command line, where others see it. */
final class ConnectionOptions implements Access {
    private static final int LONGEST_CONNECT_SECONDS = 10;

    @Option(
            names = "--url",
            paramLabel = "URL",
            description =
                    "JDBC URL of the engine's database, as jdbc:postgresql://host:5432/name. Default: $$QUERENT_URL.")
    private @Nullable String url = System.getenv("QUERENT_URL");

    @Option(names = "--user", paramLabel = "NAME", description = "Database user. Default: $$QUERENT_USER.")
    private @Nullable String user = System.getenv("QUERENT_USER");

    @Option(
            names = "--password-file",
            paramLabel = "FILE",
            description = "File that holds the password and nothing else. Default: the password in $$QUERENT_PASSWORD.")
    private @Nullable Path passwordFile;

    @Option(
            names = "--keys-file",
            paramLabel = "FILE",
            description = "File with the keys that protect payloads: current, keys.ID and keys-by-tenant.TENANT."
                    + " Default: $$QUERENT_KEYS_FILE, otherwise none.")
    private @Nullable Path keysFile = path(System.getenv("QUERENT_KEYS_FILE"));

    /** A database, and how payloads are protected in it. */
    private record Named(DataSource dataSource, PayloadProtection protection) implements Opened {}

    @Override
    public Opened open() throws IOException {
        if (url == null || url.isBlank()) {
            throw new UsageException("no database is named: give --url, or set QUERENT_URL");
        }
        PGSimpleDataSource dataSource = new PGSimpleDataSource();
        try {
            dataSource.setUrl(url);
        } catch (IllegalArgumentException malformed) {
            throw new UsageException(
                    "the URL is none of PostgreSQL's; expected=jdbc:postgresql://host:5432/name, found=" + url);
        }
        if (user != null) {
            dataSource.setUser(user);
        }
        dataSource.setPassword(password());
        dataSource.setConnectTimeout(LONGEST_CONNECT_SECONDS);
        dataSource.setApplicationName("querent");
        return new Named(dataSource, protection());
    }

    private PayloadProtection protection() throws IOException {
        if (keysFile == null) {
            return PayloadProtection.NONE;
        } else if (!Files.isReadable(keysFile)) {
            throw new UsageException("the file with the keys cannot be read; file=" + keysFile);
        }
        return new AesGcmProtection(KeyRing.load(keysFile));
    }

    private static @Nullable Path path(@Nullable String name) {
        return name == null || name.isBlank() ? null : Path.of(name);
    }

    private @Nullable String password() throws IOException {
        if (passwordFile == null) {
            return System.getenv("QUERENT_PASSWORD");
        }
        if (!Files.isReadable(passwordFile)) {
            throw new UsageException("the password file cannot be read; file=" + passwordFile);
        }
        return Files.readString(passwordFile).strip();
    }
}

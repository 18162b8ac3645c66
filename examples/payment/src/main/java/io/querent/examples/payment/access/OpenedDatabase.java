package io.querent.examples.payment.access;

import io.querent.spring.embedded.EmbeddedPostgresException;
import io.querent.spring.embedded.EmbeddedPostgresServer;
import io.querent.spring.embedded.EmbeddedPostgresSettings;
import java.io.IOException;
import java.nio.file.Path;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** A way into a service's database: the server of a run in progress, or one that is started for the moment. */
public final class OpenedDatabase implements AutoCloseable {
    /** Another process holds the directory. */
    private static final String DIRECTORY_IN_USE = "QRT-5001";

    private final DataSource dataSource;
    private final String url;
    private final @Nullable EmbeddedPostgresServer ours;

    private OpenedDatabase(DatabaseAccess access, @Nullable EmbeddedPostgresServer ours) {
        this.dataSource = new DriverManagerDataSource(access.url(), access.user(), access.password());
        this.url = access.url();
        this.ours = ours;
    }

    /**
     * Opens it.
     *
     * @param directory of the server
     * @param access where a run in progress has written down how to reach its server
     * @throws EmbeddedPostgresException when no server can be started there, for another reason than a run in progress
     */
    public static OpenedDatabase open(Path directory, Path access) throws IOException {
        EmbeddedPostgresServer server;
        try {
            server = EmbeddedPostgresServer.start(EmbeddedPostgresSettings.in(directory));
        } catch (EmbeddedPostgresException refused) {
            if (!refused.code().equals(DIRECTORY_IN_USE)) {
                throw refused;
            }
            return new OpenedDatabase(DatabaseAccess.read(access), null);
        }
        return new OpenedDatabase(new DatabaseAccess(server.jdbcUrl(), server.username(), server.password()), server);
    }

    /** The way in. */
    public DataSource dataSource() {
        return dataSource;
    }

    /** Its address. */
    public String url() {
        return url;
    }

    @Override
    public void close() {
        if (ours != null) {
            ours.close();
        }
    }
}

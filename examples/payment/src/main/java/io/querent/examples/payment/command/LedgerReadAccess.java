package io.querent.examples.payment.command;

import io.querent.spring.embedded.EmbeddedPostgresException;
import io.querent.spring.embedded.EmbeddedPostgresServer;
import io.querent.spring.embedded.EmbeddedPostgresSettings;
import java.io.IOException;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** A way into the payment service's database: the server of a run in progress, or one that is started for the moment. */
final class LedgerReadAccess implements AutoCloseable {
    /** Another process holds the directory. */
    private static final String DIRECTORY_IN_USE = "QRT-5001";

    private final DataSource dataSource;
    private final @Nullable EmbeddedPostgresServer ours;

    private LedgerReadAccess(LedgerAccess access, @Nullable EmbeddedPostgresServer ours) {
        this.dataSource = new DriverManagerDataSource(access.url(), access.user(), access.password());
        this.ours = ours;
    }

    static LedgerReadAccess open(DataDirectory directory) throws IOException {
        EmbeddedPostgresServer server;
        try {
            server = EmbeddedPostgresServer.start(EmbeddedPostgresSettings.in(directory.ledger()));
        } catch (EmbeddedPostgresException refused) {
            if (!refused.code().equals(DIRECTORY_IN_USE)) {
                throw refused;
            }
            return new LedgerReadAccess(LedgerAccess.read(directory.ledgerAccess()), null);
        }
        return new LedgerReadAccess(new LedgerAccess(server.jdbcUrl(), server.username(), server.password()), server);
    }

    DataSource dataSource() {
        return dataSource;
    }

    @Override
    public void close() {
        if (ours != null) {
            ours.close();
        }
    }
}

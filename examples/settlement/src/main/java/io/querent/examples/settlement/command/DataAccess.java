package io.querent.examples.settlement.command;

import io.querent.command.Access;
import io.querent.examples.payment.access.OpenedDatabase;
import io.querent.examples.settlement.ledgerclient.LedgerSteps;
import io.querent.examples.settlement.reports.ReportDesk;
import io.querent.examples.settlement.reports.ReportStore;
import io.querent.examples.settlement.saga.SettlementSaga;
import io.querent.examples.settlement.site.DataDirectory;
import io.querent.saga.SagaDefinition;
import io.querent.spring.embedded.EmbeddedPostgresException;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import javax.sql.DataSource;
import org.springframework.jdbc.core.simple.JdbcClient;
import picocli.CommandLine.Option;

/** The settlement service's database, for looking at its sagas and deciding about them while a run is in progress or after it. */
final class DataAccess implements Access {
    private static final URI NOWHERE = URI.create("http://127.0.0.1:1");

    @Option(names = "--data", paramLabel = "DIR", description = "Data directory of the run. Default: ${DEFAULT-VALUE}.")
    private Path data = Path.of("settlement.data");

    @Override
    public Opened open() throws IOException {
        DataDirectory directory = DataDirectory.at(data);
        OpenedDatabase access = database(directory);
        ReportDesk reports = new ReportDesk(JdbcClient.create(access.dataSource()));
        // For looking ahead: nothing runs it here, so nobody is behind it.
        SagaDefinition<?> definition = SettlementSaga.define(
                new LedgerSteps(NOWHERE), new NoBank(), reports, new ReportStore(directory.reports(), reports));
        return new Opened() {
            @Override
            public DataSource dataSource() {
                return access.dataSource();
            }

            @Override
            public List<SagaDefinition<?>> definitions() {
                return List.of(definition);
            }

            @Override
            public void close() {
                access.close();
            }
        };
    }

    /**
     * Its database, of a run in progress or started for the moment.
     *
     * @throws IOException when there is none, or it cannot be reached; the message is for people
     */
    static OpenedDatabase database(DataDirectory directory) throws IOException {
        if (!Files.isDirectory(directory.service())) {
            throw CommandFailure.noData(directory);
        }
        try {
            return reached(directory, OpenedDatabase.open(directory.service(), directory.serviceAccess()));
        } catch (EmbeddedPostgresException refused) {
            throw new IOException(refused.getMessage(), refused);
        } catch (NoSuchFileException early) {
            throw CommandFailure.stillStarting(directory, directory.serviceAccess(), early);
        }
    }

    /** The database of a run that is just ending is told of here, and not by whoever asks it first. */
    private static OpenedDatabase reached(DataDirectory directory, OpenedDatabase access) throws IOException {
        try {
            access.dataSource().getConnection().close();
            return access;
        } catch (SQLException refused) {
            access.close();
            throw CommandFailure.notJoined(directory, access.url(), refused);
        }
    }
}

package io.querent.examples.payment.command;

import io.querent.command.Access;
import io.querent.spring.embedded.EmbeddedPostgresException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import javax.sql.DataSource;
import picocli.CommandLine.Option;

/** The payment service's database, for looking at its sagas and deciding about them while a run is in progress or after it. */
final class DataAccess implements Access {
    @Option(names = "--data", paramLabel = "DIR", description = "Data directory of the run. Default: ${DEFAULT-VALUE}.")
    private Path data = Path.of("payment.data");

    @Override
    public Opened open() throws IOException {
        DataDirectory directory = DataDirectory.at(data);
        if (!Files.isDirectory(directory.ledger())) {
            throw new IOException("there is no data of a run in " + directory.root() + "; name it with --data");
        }
        LedgerReadAccess access;
        try {
            access = LedgerReadAccess.open(directory);
        } catch (EmbeddedPostgresException refused) {
            throw new IOException(refused.getMessage(), refused);
        } catch (NoSuchFileException early) {
            throw new IOException(
                    "the run in " + directory.root() + " is still starting; try again in a moment", early);
        }
        return new Opened() {
            @Override
            public DataSource dataSource() {
                return access.dataSource();
            }

            @Override
            public void close() {
                access.close();
            }
        };
    }
}

package io.querent.examples.payment.command;

import io.querent.command.Access;
import io.querent.examples.payment.access.OpenedDatabase;
import io.querent.examples.payment.bankclient.BankClient;
import io.querent.examples.payment.ledger.Ledger;
import io.querent.examples.payment.notice.NoticeBoard;
import io.querent.examples.payment.saga.PaymentSaga;
import io.querent.saga.SagaDefinition;
import io.querent.spring.embedded.EmbeddedPostgresException;
import java.io.IOException;
import java.net.ConnectException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import javax.sql.DataSource;
import org.springframework.jdbc.core.simple.JdbcClient;
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
        OpenedDatabase access;
        try {
            access = OpenedDatabase.open(directory.ledger(), directory.ledgerAccess());
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
            public List<SagaDefinition<?>> definitions() {
                return List.of(definition(access.dataSource()));
            }

            @Override
            public void close() {
                access.close();
            }
        };
    }

    /** For looking ahead: nothing runs it here, so there is no bank behind it. */
    private static SagaDefinition<?> definition(DataSource dataSource) {
        JdbcClient database = JdbcClient.create(dataSource);
        BankClient nowhere = new BankClient(() -> {
            throw new ConnectException("nothing is sent from here");
        });
        return PaymentSaga.define(new Ledger(database), nowhere, new NoticeBoard(database, order -> false));
    }
}

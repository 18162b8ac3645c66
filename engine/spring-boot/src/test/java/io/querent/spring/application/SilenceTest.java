package io.querent.spring.application;

import static org.assertj.core.api.Assertions.assertThat;

import io.querent.spring.testing.ApplicationProcess;
import io.querent.spring.testing.EndedSagas;
import io.querent.spring.testing.TestPostgres;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A process with the engine talks to its database and to the downstreams it is told of, and to nobody else. */
class SilenceTest {
    @TempDir
    private Path home;

    @Test
    void axonDoesNotCallHomeNorRememberTheMachine() throws Exception {
        TestPostgres.Database database = TestPostgres.newDatabase();
        database.execute(EndedSagas.TABLE);

        String output = ApplicationProcess.run(home, database);

        assertThat(ApplicationProcess.connectionsElsewhere(output)).isEmpty();
        assertThat(output).contains("CONNECTS TO socket://127.0.0.1").doesNotContainIgnoringCase("axoniq");
        assertThat(home).isEmptyDirectory();
    }
}

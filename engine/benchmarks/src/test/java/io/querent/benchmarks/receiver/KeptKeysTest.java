package io.querent.benchmarks.receiver;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.querent.benchmarks.server.Server;
import io.querent.receiver.Execution;
import io.querent.receiver.OperationAnswer;
import io.querent.receiver.jdbc.JdbcOperationGuard;
import java.io.PrintWriter;
import java.io.Writer;
import org.junit.jupiter.api.Test;

/** Keys that are written by SQL are those that the guard would have written. */
class KeptKeysTest {
    @Test
    void filledKeysAreRecognisedByTheGuard() throws Exception {
        try (Server server = Server.start();
                HikariDataSource pool = server.connect(2)) {
            KeptKeys kept = new KeptKeys(pool, 50, new PrintWriter(Writer.nullWriter()));
            assertThat(kept.filled()).isZero();
            kept.fillTo(60);
            kept.fillTo(100);
            assertThat(kept.filled()).isEqualTo(100);
            JdbcOperationGuard guard = new JdbcOperationGuard(pool);
            assertThat(guard.execute(KeptKeys.request(1), transaction -> OperationAnswer.succeeded(KeptKeys.answer())))
                    .isEqualTo(new Execution.Gone());
            assertThat(guard.execute(
                            KeptKeys.request(100), transaction -> OperationAnswer.succeeded(KeptKeys.answer())))
                    .isEqualTo(new Execution.Replayed(OperationAnswer.succeeded(KeptKeys.answer())));
            assertThat(KeyTables.of(pool).keys()).isEqualTo(100);
        }
    }
}

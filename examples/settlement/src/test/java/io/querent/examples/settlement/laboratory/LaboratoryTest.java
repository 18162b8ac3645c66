package io.querent.examples.settlement.laboratory;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** The command prints what it must, from what really happened. */
class LaboratoryTest {
    @Test
    void everyLineIsWhatItMustBe() throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        boolean agrees = Laboratory.run(print(out), print(err));
        assertThat(out.toString(StandardCharsets.UTF_8).lines())
                .containsExactly(
                        "concurrentClaim=APPLIED,REPLAY lockWaitObserved=true ledgerRows=1",
                        "parameterConflict=IDEMPOTENCY_PARAMETER_CONFLICT ledgerRows=1",
                        "rollbackSqlState=P0001 operationRows=0 balance=900",
                        "unknownResult=resolvedByOperationKey retry=REPLAY",
                        "oldToken=1 newToken=2 staleWriteRows=0 currentWriteRows=1",
                        "compensationRows=1 finalBalance=900");
        assertThat(err.toString(StandardCharsets.UTF_8)).isEmpty();
        assertThat(agrees).isTrue();
    }

    private static PrintStream print(ByteArrayOutputStream to) {
        return new PrintStream(to, true, StandardCharsets.UTF_8);
    }
}

package io.querent.axon;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.querent.runtime.journal.EventLog;
import io.querent.runtime.journal.SagaJournal;
import io.querent.runtime.work.Definitions;
import io.querent.runtime.work.OutsideCommands;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class AxonOutsideCommandsTest extends OutsideCommandsContract {
    private final List<QuerentAxonConfiguration> opened = new ArrayList<>();

    @Override
    OutsideCommands commands(SagaJournal throughJournal, EventLog throughLog, Definitions definitions) {
        QuerentAxonConfiguration axon = QuerentAxonConfiguration.of(
                throughJournal, throughLog, definitions, EventSubscribers.NONE, AxonSettings.DEFAULT);
        axon.start();
        opened.add(axon);
        return axon.outsideCommands();
    }

    @AfterEach
    void closeAxon() {
        opened.forEach(QuerentAxonConfiguration::close);
    }

    @Test
    void aCommandThatIsItsOwnersAloneIsRefused() {
        OutsideCommands commands = commands(null, null, Payments.DEFINITIONS);

        assertThatThrownBy(() -> commands.send(Payments.key("1"), Owner.attemptOf(Payments.RESERVE)))
                .hasMessageContaining("QRT-4010")
                .hasMessageContaining("StartAttempt");
    }
}

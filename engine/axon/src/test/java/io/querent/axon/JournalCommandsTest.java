package io.querent.axon;

import io.querent.runtime.journal.EventLog;
import io.querent.runtime.journal.SagaJournal;
import io.querent.runtime.work.Definitions;
import io.querent.runtime.work.JournalCommands;
import io.querent.runtime.work.OutsideCommands;

class JournalCommandsTest extends OutsideCommandsContract {
    @Override
    OutsideCommands commands(SagaJournal throughJournal, EventLog throughLog, Definitions definitions) {
        return new JournalCommands(throughJournal, definitions);
    }
}

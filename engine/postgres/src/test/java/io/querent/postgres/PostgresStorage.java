package io.querent.postgres;

import io.querent.contract.Storage;
import io.querent.runtime.journal.EventLog;
import io.querent.runtime.journal.LocalTransactions;
import io.querent.runtime.slots.SlotLedger;
import java.time.Duration;
import java.util.List;

/** The ports on a test's database. */
final class PostgresStorage implements Storage {
    private static final List<String> TIMES = List.of(
            "saga SET wake_at = wake_at - i, started_at = started_at - i, ended_at = ended_at - i",
            "event SET recorded_at = recorded_at - i",
            "outbox SET due_at = due_at - i, written_at = written_at - i, budget_since = budget_since - i,"
                    + " settled_at = settled_at - i",
            "saga_attribute SET started_at = started_at - i",
            "operation SET saga_started_at = saga_started_at - i",
            "mailbox SET look_at = look_at - i, received_at = received_at - i, settled_at = settled_at - i",
            "definition SET first_seen = first_seen - i, last_seen = last_seen - i",
            "downstream_share SET lease_until = lease_until - i, queued_at = queued_at - i");

    private final TestDatabase database;
    private final PostgresJournal journal;

    PostgresStorage(TestDatabase database) {
        this.database = database;
        this.journal = new PostgresJournal(database.dataSource());
    }

    @Override
    public PostgresJournal journal() {
        return journal;
    }

    @Override
    public SlotLedger slots() {
        return new PostgresSlots(database.dataSource());
    }

    @Override
    public EventLog log() {
        return new PostgresEventLog(database.dataSource());
    }

    @Override
    public LocalTransactions transactions() {
        return new JdbcLocalTransactions(database.dataSource(), journal);
    }

    @Override
    public void elapse(Duration time) {
        String interval = "interval '" + time.toMillis() + " ms'";
        TIMES.forEach(each -> database.execute("UPDATE querent." + each.replace("- i", "- " + interval)));
    }
}

package io.querent.postgres;

import io.querent.decision.Authority;
import io.querent.outbox.MessageStore;
import io.querent.outbox.OutgoingMessage;
import io.querent.outbox.jdbc.DecisionAudit;
import io.querent.outbox.jdbc.JdbcMessageStore;
import io.querent.outbox.jdbc.MessageTable;
import io.querent.outbox.jdbc.MessageTable.Payloads;
import io.querent.outbox.jdbc.MessageTransactions;
import io.querent.runtime.codec.PayloadNotRevealedException;
import io.querent.runtime.journal.Outbox;
import io.querent.saga.OperationKey;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The engine's outbox: the common statements on its own table, with payloads revealed, and decisions audited with the saga. */
final class PostgresOutbox implements Outbox {
    private static final Logger LOG = LoggerFactory.getLogger(PostgresOutbox.class);

    private static final MessageTable TABLE =
            new MessageTable("querent.outbox", Payloads.JSON, null, id -> bucketOf(new OperationKey(id)));

    private final Database database;
    private final StoredPayloads payloads;
    private final JdbcMessageStore store;

    PostgresOutbox(Database database, StoredPayloads payloads) {
        this.database = database;
        this.payloads = payloads;
        this.store = new JdbcMessageStore(TABLE, new Lent(database));
    }

    /** The statements as they are run, by name. */
    Map<String, String> statements() {
        return store.statements(MessageAudits.UNBOUND);
    }

    static short bucketOf(OperationKey message) {
        return (short) message.saga().id().bucket();
    }

    @Override
    public List<Taken> take(int limit, Duration lease) {
        return store.take(limit, lease).stream()
                .flatMap(taken -> revealed(taken).stream())
                .toList();
    }

    /** One that cannot be revealed stays leased, and is looked at again afterwards: sending it as it is stored would be worse. */
    private Optional<Taken> revealed(Taken taken) {
        try {
            return Optional.of(new Taken(payloads.revealed(taken.message()), taken.tries()));
        } catch (PayloadNotRevealedException notRevealed) {
            LOG.warn("message {} is not sent and waits; {}", taken.message().id(), notRevealed.getMessage());
            return Optional.empty();
        }
    }

    @Override
    public boolean markSent(Taken taken) {
        return store.markSent(taken);
    }

    @Override
    public Setback putOff(Taken taken, Failure failure) {
        String error = String.valueOf(payloads.spoken(failure.error()));
        return store.putOff(taken, new MessageStore.Failure(error, failure.delay(), failure.most(), failure.within()));
    }

    @Override
    public List<Parked> parked(int limit) {
        return store.parked(limit).stream()
                .map(parked -> new Parked(readable(parked.message()), parked.tries(), parked.error(), parked.since()))
                .toList();
    }

    /** People decide about it also where its payload cannot be revealed: they see it as it is stored then. */
    private OutgoingMessage readable(OutgoingMessage stored) {
        try {
            return payloads.revealed(stored);
        } catch (PayloadNotRevealedException notRevealed) {
            return stored;
        }
    }

    @Override
    public boolean redrive(OperationKey message, Authority authority) {
        DecisionAudit audit = MessageAudits.of(message, authority, "is sent again");
        return database.autoCommitted(
                "redriving a message",
                connection -> store.redrive(connection, message.value(), authority.revision(), audit));
    }

    @Override
    public boolean leaveOut(OperationKey message, Authority authority) {
        DecisionAudit audit = MessageAudits.of(message, authority, "is left out");
        return database.autoCommitted(
                "leaving out a message",
                connection -> store.leaveOut(connection, message.value(), authority.revision(), audit));
    }

    @Override
    public int forget(Duration age, int limit) {
        return store.forget(age, limit);
    }

    @Override
    public Figures figures() {
        return store.figures();
    }

    /** The engine's connections, lent to the common statements. */
    private record Lent(Database database) implements MessageTransactions {
        @Override
        public <T> T committed(String what, Work<T> work) {
            return database.committed(what, work::on);
        }

        @Override
        public <T> T autoCommitted(String what, Work<T> work) {
            return database.autoCommitted(what, work::on);
        }
    }
}

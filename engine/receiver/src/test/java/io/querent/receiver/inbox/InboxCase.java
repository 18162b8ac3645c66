package io.querent.receiver.inbox;

import io.querent.outbox.RelaySettings;
import io.querent.receiver.ReceiverDatabase;
import io.querent.receiver.ReceiverServer;
import io.querent.receiver.jdbc.JdbcTransactions;
import io.querent.receiver.jdbc.Transactions;
import io.querent.saga.RetryBudget;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;

/** A service that books what it is told, on its own database. */
public abstract class InboxCase {
    protected static final RelaySettings QUICKLY = new RelaySettings(
            4,
            Duration.ofMillis(20),
            Duration.ofSeconds(5),
            new RetryBudget(3, Duration.ofMillis(1), Duration.ofMillis(10), Duration.ofMillis(50)),
            Duration.ofDays(7));

    public static final InboxSettings SETTINGS = InboxSettings.DEFAULT.withAgain(QUICKLY);

    protected final ReceiverDatabase database = ReceiverServer.newDatabase();
    protected final Transactions transactions = new JdbcTransactions(database.dataSource());

    @AfterEach
    void close() {
        database.close();
    }

    public static InboxMessage message(String id) {
        return message(id, null, Instant.now());
    }

    public static InboxMessage message(String id, @Nullable String key, @Nullable Instant occurredAt) {
        return new InboxMessage(id, key, id.getBytes(StandardCharsets.UTF_8), occurredAt, List.of(), "test");
    }

    /** The business write. The table takes anything twice, so that nothing but the inbox keeps it from doing so. */
    public static void book(InboxMessage message, Connection connection) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO ledger VALUES (?, 1)")) {
            insert.setString(1, message.id());
            insert.executeUpdate();
        }
    }

    protected long booked(String id) {
        return database.count("SELECT count(*) FROM ledger WHERE operation_key = '" + id + "'");
    }

    protected List<String> bookings() {
        return database.texts("SELECT operation_key FROM ledger ORDER BY ctid");
    }
}

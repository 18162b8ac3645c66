package io.querent.examples.settlement.ledger;

import io.querent.examples.settlement.ledger.message.SettlementNotice;
import io.querent.receiver.inbox.InboxMessage;
import io.querent.receiver.inbox.InboxWork;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * Writes down that a settlement was told of, in the transaction that also records the message as handled. The inbox drops repeats; a second
 * message about one settlement is no repeat, and fails on the table's key. Thread-safe.
 */
final class NoticeBook implements InboxWork {
    private static final String NOTE =
            "INSERT INTO ledger.notice (settlement, message_id, report_sha256) VALUES (?, ?, ?)";

    private final JsonMapper json = JsonMapper.builder()
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
            .build();

    @Override
    public void handle(InboxMessage message, Connection connection) throws SQLException {
        SettlementNotice notice = json.readValue(message.payload(), SettlementNotice.class);
        try (PreparedStatement statement = connection.prepareStatement(NOTE)) {
            statement.setString(1, notice.settlement());
            statement.setString(2, message.id());
            statement.setString(3, notice.reportSha256());
            if (statement.executeUpdate() != 1) {
                throw new IllegalStateException("the notice of " + notice.settlement() + " was not written");
            }
        }
    }
}

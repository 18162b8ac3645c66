package io.querent.postgres;

import io.querent.runtime.codec.LetterCodec;
import io.querent.runtime.codec.UnreadableLetterException;
import io.querent.runtime.journal.Delivery;
import io.querent.runtime.journal.Delivery.Answer;
import io.querent.runtime.journal.Delivery.Settlement;
import io.querent.runtime.journal.Letter;
import io.querent.saga.BusinessKey;
import io.querent.saga.QuerentException;
import io.querent.saga.SagaKey;
import io.querent.saga.Tenant;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;

/**
 * A row of the mailbox.
 *
 * @param looks how often it was taken; who writes has to have seen the latest
 * @param delivery what it holds; null where this version cannot read it
 * @param trouble why it cannot be read; null where it can
 */
record LetterRow(
        SagaKey saga,
        String messageId,
        int looks,
        @Nullable Delivery delivery,
        @Nullable QuerentException trouble) {
    static final String COLUMNS =
            "m.tenant, m.definition, m.business_key, m.message_id, m.payload, m.received_at, m.looks, m.answer, m.detail";

    static LetterRow of(Delivery delivery) {
        Letter letter = delivery.letter();
        return new LetterRow(letter.saga(), letter.messageId(), delivery.looks(), delivery, null);
    }

    static LetterRow read(ResultSet row, LetterCodec codec) throws SQLException {
        SagaKey saga = new SagaKey(new Tenant(row.getString(1)), row.getString(2), new BusinessKey(row.getString(3)));
        String messageId = row.getString(4);
        int looks = row.getInt(7);
        try {
            Letter letter = new Letter(saga, messageId, codec.reveal(saga, messageId, row.getString(5)));
            Delivery delivery =
                    new Delivery(letter, row.getObject(6, OffsetDateTime.class).toInstant(), looks, settlement(row));
            return new LetterRow(saga, messageId, looks, delivery, null);
        } catch (QuerentException unreadable) {
            return new LetterRow(saga, messageId, looks, null, unreadable);
        }
    }

    /** @throws QuerentException when this version cannot read it */
    Delivery readable() {
        if (delivery == null) {
            throw trouble == null ? UnreadableLetterException.unknown("content", "nothing") : trouble;
        }
        return delivery;
    }

    /** Binds bucket, saga and message id. */
    void name(PreparedStatement statement, int first) throws SQLException {
        statement.setShort(first, (short) saga.id().bucket());
        statement.setObject(first + 1, saga.id().value());
        statement.setString(first + 2, messageId);
    }

    static short code(Answer answer) {
        return switch (answer) {
            case APPLIED -> 1;
            case NOTHING_NEW -> 2;
            case REFUSED -> 3;
            case PARKED -> 4;
        };
    }

    private static @Nullable Settlement settlement(ResultSet row) throws SQLException {
        short code = row.getShort(8);
        return row.wasNull() ? null : new Settlement(answer(code), row.getString(9));
    }

    static Answer answer(int code) {
        return switch (code) {
            case 1 -> Answer.APPLIED;
            case 2 -> Answer.NOTHING_NEW;
            case 3 -> Answer.REFUSED;
            case 4 -> Answer.PARKED;
            default -> throw UnreadableLetterException.unknown("answer", String.valueOf(code));
        };
    }
}

package io.querent.postgres;

import io.querent.runtime.journal.Letter;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;

/** Puts letters of sagas to sagas into the mailbox, in the transaction in which the first saga comes to send them. */
final class SentLetters {
    /** A letter that is there already is of a history that was lost: it says the same. */
    private static final String SEND_IF_NEW = """
            INSERT INTO querent.mailbox (bucket, saga_id, message_id, tenant, definition, business_key, payload, look_at)
            SELECT n.bucket, n.saga_id, n.message_id, n.tenant, n.definition, n.business_key, n.payload::json,
                statement_timestamp()
            FROM unnest(?::smallint[], ?::uuid[], ?::text[], ?::text[], ?::text[], ?::text[], ?::text[])
                AS n(bucket, saga_id, message_id, tenant, definition, business_key, payload)
            ON CONFLICT ON CONSTRAINT mailbox_key DO NOTHING
            RETURNING saga_id
            """;

    private SentLetters() {}

    /** Adds what writes the letters of these appends. */
    static void addTo(RoundTrip roundTrip, List<EncodedAppend> written) {
        List<EncodedLetter> encoded =
                written.stream().flatMap(append -> append.letters().stream()).toList();
        List<Letter> letters = encoded.stream().map(EncodedLetter::letter).toList();
        if (letters.isEmpty()) {
            return;
        }
        roundTrip.returning(
                SEND_IF_NEW,
                parameters -> parameters
                        .shorts(buckets(letters))
                        .uuids(letters.stream()
                                .map(letter -> letter.saga().id().value())
                                .toArray(UUID[]::new))
                        .texts(texts(letters, Letter::messageId))
                        .texts(texts(letters, letter -> letter.saga().tenant().value()))
                        .texts(texts(letters, letter -> letter.saga().definition()))
                        .texts(texts(
                                letters, letter -> letter.saga().businessKey().value()))
                        .texts(encoded.stream().map(EncodedLetter::content).toArray(String[]::new)),
                row -> {});
    }

    private static short[] buckets(List<Letter> letters) {
        short[] buckets = new short[letters.size()];
        for (int i = 0; i < buckets.length; i++) {
            buckets[i] = (short) letters.get(i).saga().id().bucket();
        }
        return buckets;
    }

    private static String[] texts(List<Letter> letters, Function<Letter, String> column) {
        return letters.stream().map(column).toArray(String[]::new);
    }
}

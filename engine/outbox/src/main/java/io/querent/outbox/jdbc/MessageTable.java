package io.querent.outbox.jdbc;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.function.ToIntFunction;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A table of messages. Its columns: {@code bucket smallint, message_id, topic, ordering_key, payload, position bigint} drawn from a
 * sequence without a cache, {@code written_at, budget_since, due_at, settled_at, tries, forgiven, answer, last_error}; of payloads that are
 * bytes also {@code headers bytea}. A row waits while it has a {@code due_at}; its {@code answer} is 1 sent, 2 parked, 3 left out. Primary
 * key are {@code bucket} and {@code message_id}.
 *
 * @param name schema and table
 * @param payloads how they are stored
 * @param onlyTopic the one topic that is seen of it, where several readers share a table; null for all
 * @param buckets the bucket of a message's id, 0 to 1023
 */
public record MessageTable(
        String name, Payloads payloads, @Nullable String onlyTopic, ToIntFunction<String> buckets) {
    private static final Pattern NAME = Pattern.compile("[a-z_][a-z0-9_]{0,62}\\.[a-z_][a-z0-9_]{0,62}");

    /** How payloads are stored. */
    public enum Payloads {
        /** In a {@code json} column, as text. There are no headers. */
        JSON("convert_to(m.payload::text, 'UTF8'), NULL::bytea"),
        /** In a {@code bytea} column, with headers beside it. */
        BYTES("m.payload, m.headers");

        private final String columns;

        Payloads(String columns) {
            this.columns = columns;
        }
    }

    /** @throws IllegalArgumentException when the name is not schema and table in small letters: it becomes part of statements */
    public MessageTable {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException("a table of messages is named schema.table, not " + name);
        }
    }

    /** A bucket that spreads ids evenly, the same on every machine. */
    public static int bucketOf(String id) {
        int hash = id.hashCode();
        return (hash ^ (hash >>> 10) ^ (hash >>> 20)) & 1023;
    }

    /** The same table, seen as if it held that topic alone. */
    public MessageTable onlyTopic(String topic) {
        return new MessageTable(name, payloads, topic, buckets);
    }

    /** The statement for this table. Nothing of a caller's but the checked name becomes part of it. */
    String sql(String template) {
        return template.replace("$table", name)
                .replace("$columns", MessageRow.COLUMNS.formatted(payloads.columns))
                .replace("$andTopic", onlyTopic == null ? "" : "AND m.topic = ?");
    }

    /** Binds what {@code $andTopic} asks for, and returns the number of the next parameter. */
    int bindTopic(PreparedStatement statement, int next) throws SQLException {
        if (onlyTopic == null) {
            return next;
        }
        statement.setString(next, onlyTopic);
        return next + 1;
    }

    /** Binds bucket and id. */
    void bindKey(PreparedStatement statement, int first, String id) throws SQLException {
        statement.setShort(first, (short) buckets.applyAsInt(id));
        statement.setString(first + 1, id);
    }
}

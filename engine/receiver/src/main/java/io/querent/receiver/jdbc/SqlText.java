package io.querent.receiver.jdbc;

import io.querent.receiver.ReceiverException;
import java.util.regex.Pattern;

/**
 * Statements as they stand in the sources, made for the schema in use.
 *
 * @param schema takes the place of {@code querent_receiver}
 * @param now takes the place of {@code statement_timestamp()}: the database's clock, or what a test says of it
 */
record SqlText(String schema, String now) {
    private static final Pattern NAME = Pattern.compile("[a-z_][a-z0-9_]{0,47}");

    private static final String DATABASE_CLOCK = "statement_timestamp()";

    SqlText {
        if (!NAME.matcher(schema).matches()) {
            throw new ReceiverException(
                    "QRT-9006",
                    "no name of a schema; key=schema, found=" + schema
                            + ", expected=lower-case letters, digits and _, at most 48; nothing was started");
        }
    }

    /** For a schema, by the database's clock. */
    static SqlText in(String schema) {
        return new SqlText(schema, DATABASE_CLOCK);
    }

    String of(String statement) {
        return statement.replace("querent_receiver.", schema + ".").replace(DATABASE_CLOCK, now);
    }
}

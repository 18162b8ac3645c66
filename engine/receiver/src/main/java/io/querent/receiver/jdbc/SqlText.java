package io.querent.receiver.jdbc;

import io.querent.receiver.ReceiverException;
import java.util.regex.Pattern;

/**
 * Statements of the receiver as they stand in the sources, made for the schema in use. For the receiver's own packages.
 *
 * @param schema takes the place of {@code querent_receiver}
 * @param now takes the place of {@code statement_timestamp()}: the database's clock, or what a test says of it
 */
public record SqlText(String schema, String now) {
    private static final Pattern NAME = Pattern.compile("[a-z_][a-z0-9_]{0,47}");

    private static final String DATABASE_CLOCK = "statement_timestamp()";

    /** @throws ReceiverException QRT-9006 when the schema is no plain name: it becomes part of statements */
    public SqlText {
        if (!NAME.matcher(schema).matches()) {
            throw new ReceiverException(
                    "QRT-9006",
                    "no name of a schema; key=schema, found=" + schema
                            + ", expected=lower-case letters, digits and _, at most 48; nothing was started");
        }
    }

    /** For a schema, by the database's clock. */
    public static SqlText in(String schema) {
        return new SqlText(schema, DATABASE_CLOCK);
    }

    /** The statement for this schema. */
    public String of(String statement) {
        return statement.replace("querent_receiver.", schema + ".").replace(DATABASE_CLOCK, now);
    }
}

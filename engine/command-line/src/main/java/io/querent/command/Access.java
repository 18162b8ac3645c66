package io.querent.command;

import javax.sql.DataSource;

/** Where the engine's database is. Whoever embeds the commands gives them one of its own. */
@FunctionalInterface
public interface Access {
    /** Opens it. */
    Opened open() throws Exception;

    /** An open access. Closing it gives back what was opened. */
    interface Opened extends AutoCloseable {
        /** Connections to the database. */
        DataSource dataSource();

        @Override
        default void close() {}
    }
}

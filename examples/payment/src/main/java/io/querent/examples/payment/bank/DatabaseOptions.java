package io.querent.examples.payment.bank;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** Where the books are: in a directory, with a PostgreSQL that the bank starts and stops itself, or at a server that runs anyway. */
final class DatabaseOptions {
    @Option(
            names = "--data-dir",
            paramLabel = "DIR",
            required = true,
            description = "Keep the books in this directory, with a PostgreSQL of the bank's own.")
    private @Nullable Path directory;

    @ArgGroup(exclusive = false)
    private @Nullable Url url;

    /** A server that is not the bank's. */
    static final class Url {
        @Option(
                names = "--jdbc-url",
                paramLabel = "URL",
                required = true,
                description = "Keep the books in the schema bank of this database.")
        private String url = "";

        @Option(names = "--jdbc-user", paramLabel = "NAME", description = "User of that database.")
        private @Nullable String user;

        @Option(
                names = "--jdbc-password",
                paramLabel = "PASSWORD",
                defaultValue = "${env:BANK_JDBC_PASSWORD}",
                description = "Its password; better given in the environment as BANK_JDBC_PASSWORD.")
        private @Nullable String password;
    }

    /** Opens a pool of {@code connections} to the database, and the database itself where it is the bank's own. */
    BankDatabase open(int connections) {
        if (directory != null) {
            return BankDatabase.in(directory, connections);
        }
        if (url == null) {
            throw new IllegalStateException("the command line has let neither --data-dir nor --jdbc-url pass");
        }
        return BankDatabase.at(url.url, url.user, url.password, connections);
    }
}

package io.querent.postgres;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import javax.sql.DataSource;

/** Looks at a server before money is entrusted to it. */
public final class ServerCheck {
    private static final int OLDEST_VERSION_NUM = 150_000;

    private static final String SELECT_SETTINGS = """
            SELECT current_setting('server_version_num')::integer, current_setting('server_version'),
                current_setting('synchronous_commit'), pg_is_in_recovery(), current_setting('default_transaction_read_only'),
                current_setting('fsync'), current_setting('full_page_writes'), current_setting('server_encoding')
            """;

    private ServerCheck() {}

    /**
     * A requirement that the server does not meet.
     *
     * @param problem what was found
     * @param action what to do about it
     */
    public record Finding(ServerRequirement requirement, String problem, String action) {}

    /**
     * What the server lacks; empty when it is fit.
     *
     * @throws io.querent.runtime.journal.JournalUnavailableException when the database cannot be reached
     */
    public static List<Finding> inspect(DataSource dataSource) {
        return new Database(dataSource).autoCommitted("checking the server", ServerCheck::inspect);
    }

    /**
     * Refuses a server that is not fit.
     *
     * @param waived requirements to do without, where that is {@linkplain ServerRequirement#isWaivable() possible}
     * @return findings that were waived, to be logged
     * @throws UnfitServerException for the first finding that is not waived
     * @throws io.querent.runtime.journal.JournalUnavailableException when the database cannot be reached
     */
    public static List<Finding> require(DataSource dataSource, Set<ServerRequirement> waived) {
        List<Finding> findings = inspect(dataSource);
        for (Finding finding : findings) {
            ServerRequirement requirement = finding.requirement();
            if (!requirement.isWaivable() || !waived.contains(requirement)) {
                throw new UnfitServerException(finding);
            }
        }
        return findings;
    }

    private static List<Finding> inspect(Connection connection) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(SELECT_SETTINGS);
                ResultSet found = select.executeQuery()) {
            found.next();
            List<Finding> findings = new ArrayList<>();
            if (found.getInt(1) < OLDEST_VERSION_NUM) {
                findings.add(new Finding(
                        ServerRequirement.VERSION,
                        "the server is PostgreSQL " + found.getString(2) + ", expected=15 or newer",
                        "upgrade the server"));
            }
            String synchronousCommit = found.getString(3);
            if (synchronousCommit.equals("off") || synchronousCommit.equals("local")) {
                findings.add(new Finding(
                        ServerRequirement.SYNCHRONOUS_COMMIT,
                        "a confirmed commit may be lost: synchronous_commit=" + synchronousCommit,
                        "set synchronous_commit=on for the server, the database or Querent's role, or waive "
                                + ServerRequirement.SYNCHRONOUS_COMMIT + " by name"));
            }
            if (found.getBoolean(4) || found.getString(5).equals("on")) {
                findings.add(new Finding(
                        ServerRequirement.WRITABLE,
                        "the server takes no writes: standby=" + found.getBoolean(4)
                                + ", default_transaction_read_only=" + found.getString(5),
                        "name the primary, or all servers with targetServerType=primary, and give Querent's role read-write"
                                + " transactions"));
            }
            if (found.getString(6).equals("off") || found.getString(7).equals("off")) {
                findings.add(new Finding(
                        ServerRequirement.DURABLE_WRITES,
                        "a crash of the machine may lose or damage data: fsync=" + found.getString(6)
                                + ", full_page_writes=" + found.getString(7),
                        "switch both on, or waive " + ServerRequirement.DURABLE_WRITES + " by name"));
            }
            if (!found.getString(8).equals("UTF8")) {
                findings.add(new Finding(
                        ServerRequirement.ENCODING,
                        "the database cannot store every character: encoding=" + found.getString(8) + ", expected=UTF8",
                        "create the database with ENCODING 'UTF8'"));
            }
            return findings;
        }
    }
}

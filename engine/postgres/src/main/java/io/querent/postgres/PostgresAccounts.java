package io.querent.postgres;

import io.querent.decision.Authority;
import io.querent.runtime.admin.Accounts;
import io.querent.saga.QuerentException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Local accounts in PostgreSQL. */
final class PostgresAccounts implements Accounts {
    private static final String COLUMNS = "name, password_hash, grants, enabled, must_change, epoch, created_at";

    private static final String SELECT_ONE = "SELECT " + COLUMNS + " FROM querent.account WHERE canonical = ?";

    private static final String SELECT_ALL = "SELECT " + COLUMNS + " FROM querent.account ORDER BY canonical LIMIT ?";

    private static final String SELECT_ANY = "SELECT FROM querent.account LIMIT 1";

    private static final String INSERT_IF_NEW = """
            INSERT INTO querent.account (canonical, name, password_hash, grants, enabled, must_change)
            SELECT ?, ?, ?, ?, ?, ? WHERE (SELECT count(*) FROM querent.account) < ?
            ON CONFLICT ON CONSTRAINT account_key DO NOTHING
            """;

    private static final String CHANGE =
            "UPDATE querent.account SET grants = ?, enabled = ?, epoch = epoch + 1 WHERE canonical = ?";

    private static final String CHANGE_PASSWORD =
            "UPDATE querent.account SET password_hash = ?, must_change = ?, epoch = epoch + 1 WHERE canonical = ?";

    private final Database database;

    PostgresAccounts(Database database) {
        this.database = database;
    }

    @Override
    public Optional<Account> find(String name) {
        return database.autoCommitted("reading an account", connection -> find(connection, name));
    }

    @Override
    public List<Account> all() {
        return database.autoCommitted("reading accounts", connection -> {
            try (PreparedStatement select = connection.prepareStatement(SELECT_ALL)) {
                select.setInt(1, MOST);
                return read(select);
            }
        });
    }

    @Override
    public boolean isEmpty() {
        return database.autoCommitted("looking for accounts", connection -> {
            try (PreparedStatement select = connection.prepareStatement(SELECT_ANY);
                    ResultSet row = select.executeQuery()) {
                return !row.next();
            }
        });
    }

    @Override
    public boolean create(Account account, String by, String requestId) {
        return database.committed("making an account", connection -> {
            if (!insert(connection, account)) {
                requireRoom(connection, account);
                return false;
            }
            People.audit(
                    connection,
                    requestId,
                    by,
                    "account-created",
                    null,
                    "",
                    Map.of("account", account.name(), "grants", grants(account.grants())));
            return true;
        });
    }

    @Override
    public boolean change(String name, Set<String> grants, boolean enabled, String by, String requestId) {
        return database.committed("changing an account", connection -> {
            Account before = find(connection, name).orElse(null);
            if (before == null) {
                return false;
            }
            Account after = new Account(
                    before.name(),
                    before.passwordHash(),
                    grants,
                    enabled,
                    before.mustChange(),
                    before.epoch(),
                    before.createdAt());
            try (PreparedStatement update = connection.prepareStatement(CHANGE)) {
                update.setArray(
                        1,
                        connection.createArrayOf("text", grants(after.grants()).toArray()));
                update.setBoolean(2, enabled);
                update.setString(3, Authority.canonical(name));
                update.executeUpdate();
            }
            People.audit(
                    connection,
                    requestId,
                    by,
                    "account-changed",
                    null,
                    "",
                    Map.of(
                            "account", before.name(),
                            "grants", grants(after.grants()),
                            "grantsBefore", grants(before.grants()),
                            "enabled", enabled,
                            "enabledBefore", before.enabled()));
            return true;
        });
    }

    @Override
    public boolean changePassword(String name, String passwordHash, boolean mustChange, String by, String requestId) {
        return database.committed("changing a password", connection -> {
            Account before = find(connection, name).orElse(null);
            if (before == null) {
                return false;
            }
            Account after = new Account(
                    before.name(),
                    passwordHash,
                    before.grants(),
                    before.enabled(),
                    mustChange,
                    before.epoch(),
                    before.createdAt());
            try (PreparedStatement update = connection.prepareStatement(CHANGE_PASSWORD)) {
                update.setString(1, after.passwordHash());
                update.setBoolean(2, mustChange);
                update.setString(3, Authority.canonical(name));
                update.executeUpdate();
            }
            People.audit(
                    connection,
                    requestId,
                    by,
                    "password-changed",
                    null,
                    "",
                    Map.of("account", before.name(), "mustChange", mustChange));
            return true;
        });
    }

    @Override
    public @Nullable Instant failed(String name, String address) {
        return database.committed(
                        "counting a wrong password", connection -> SignInFailures.count(connection, name, address))
                .orElse(null);
    }

    @Override
    public @Nullable Instant barredUntil(String name, String address) {
        return database.autoCommitted(
                        "looking for wrong passwords",
                        connection -> SignInFailures.barredUntil(connection, name, address))
                .orElse(null);
    }

    @Override
    public void succeeded(String name, String address) {
        boolean unused = database.autoCommitted(
                "forgetting wrong passwords", connection -> SignInFailures.forget(connection, name, address));
    }

    private static boolean insert(Connection connection, Account account) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(INSERT_IF_NEW)) {
            insert.setString(1, Authority.canonical(account.name()));
            insert.setString(2, account.name());
            insert.setString(3, account.passwordHash());
            insert.setArray(
                    4, connection.createArrayOf("text", grants(account.grants()).toArray()));
            insert.setBoolean(5, account.enabled());
            insert.setBoolean(6, account.mustChange());
            insert.setInt(7, MOST);
            return insert.executeUpdate() == 1;
        }
    }

    private static void requireRoom(Connection connection, Account account) throws SQLException {
        if (find(connection, account.name()).isEmpty()) {
            throw new QuerentException(
                    "QRT-6031",
                    "there are too many accounts; key=" + account.name() + ", expected=at most " + MOST
                            + "; have people sign in by your identity provider");
        }
    }

    private static Optional<Account> find(Connection connection, String name) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(SELECT_ONE)) {
            select.setString(1, Texts.storable(Authority.canonical(name), 200));
            return read(select).stream().findFirst();
        }
    }

    private static List<Account> read(PreparedStatement select) throws SQLException {
        List<Account> accounts = new ArrayList<>();
        try (ResultSet row = select.executeQuery()) {
            while (row.next()) {
                accounts.add(new Account(
                        row.getString(1),
                        row.getString(2),
                        Set.of((String[]) row.getArray(3).getArray()),
                        row.getBoolean(4),
                        row.getBoolean(5),
                        row.getLong(6),
                        row.getObject(7, OffsetDateTime.class).toInstant()));
            }
        }
        return accounts;
    }

    private static List<String> grants(Set<String> grants) {
        return grants.stream().sorted().toList();
    }
}

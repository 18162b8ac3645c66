package io.querent.postgres;

import io.querent.runtime.journal.SagaSearch.Filter;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/**
 * What decides whether sagas are looked through definition by definition, newest first, which is quick where many fit; or sorted, which is
 * quick where few do.
 *
 * @param byDefinition whether there is an index of sagas by definition
 * @param byTenant whether there is one by tenant
 * @param byBusinessKey whether there is one by business key
 * @param underWay about how many sagas run or wait
 */
record SearchWay(boolean byDefinition, boolean byTenant, boolean byBusinessKey, double underWay) {
    /** Of this transaction. What is searched for decides how; and nobody's search may load the database for long. */
    private static final String BEGIN_SEARCH = """
            SELECT set_config('plan_cache_mode', 'force_custom_plan', true), set_config('statement_timeout', '10s', true),
                to_regclass('querent.saga_started') IS NOT NULL, to_regclass('querent.saga_tenant') IS NOT NULL,
                to_regclass('querent.saga_business_key') IS NOT NULL,
                (SELECT sum(reltuples) FROM pg_class
                    WHERE oid IN ('querent.saga_due'::regclass, 'querent.saga_lease'::regclass))
            """;

    /** One look into the index for each definition. */
    private static final String SELECT_DEFINITIONS = """
            WITH RECURSIVE d(definition) AS (
                SELECT min(definition) FROM querent.saga
                UNION ALL
                SELECT (SELECT min(s.definition) FROM querent.saga AS s WHERE s.definition > d.definition)
                FROM d WHERE d.definition IS NOT NULL)
            SELECT definition FROM d WHERE definition IS NOT NULL
            """;

    /** The others have nothing of that tenant, and would be read from end to end to find that out. */
    private static final String SELECT_DEFINITIONS_OF_TENANT = """
            WITH RECURSIVE d(definition) AS (
                SELECT min(definition) FROM querent.saga WHERE tenant = ?
                UNION ALL
                SELECT (SELECT min(s.definition) FROM querent.saga AS s WHERE s.tenant = ? AND s.definition > d.definition)
                FROM d WHERE d.definition IS NOT NULL)
            SELECT definition FROM d WHERE definition IS NOT NULL
            """;

    private static final String COUNT_KEYS =
            "SELECT count(*) FROM (SELECT FROM querent.saga WHERE business_key >= ? AND business_key <= ? LIMIT ?) AS s";

    private static final int FEW_UNDER_WAY = 20_000;
    private static final int FEW_KEYS = 150_000;

    static SearchWay begin(Connection connection) throws SQLException {
        try (Statement settings = connection.createStatement();
                ResultSet row = settings.executeQuery(BEGIN_SEARCH)) {
            row.next();
            return new SearchWay(row.getBoolean(3), row.getBoolean(4), row.getBoolean(5), row.getDouble(6));
        }
    }

    /** Names of the definitions to look through one by one; empty to look through all at once. */
    List<String> definitions(Connection connection, Filter filter) throws SQLException {
        if (!byDefinition || !SearchStatement.isByDefinition(filter) || isSortedSooner(connection, filter)) {
            return List.of();
        } else if (filter.definition() != null) {
            return List.of(filter.definition());
        }
        String tenant = byTenant ? filter.tenant() : null;
        try (PreparedStatement select =
                connection.prepareStatement(tenant == null ? SELECT_DEFINITIONS : SELECT_DEFINITIONS_OF_TENANT)) {
            if (tenant != null) {
                select.setString(1, tenant);
                select.setString(2, tenant);
            }
            List<String> names = new ArrayList<>();
            try (ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    names.add(rows.getString(1));
                }
            }
            return names;
        }
    }

    private boolean isSortedSooner(Connection connection, Filter filter) throws SQLException {
        if (SearchStatement.isUnderWay(filter) && underWay <= FEW_UNDER_WAY) {
            return true;
        }
        String prefix = filter.businessKeyPrefix();
        if (prefix == null) {
            return false;
        }
        return !byBusinessKey || countKeys(connection, prefix) < FEW_KEYS;
    }

    private static long countKeys(Connection connection, String prefix) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(COUNT_KEYS)) {
            select.setString(1, prefix);
            select.setString(2, SearchStatement.lastWith(prefix));
            select.setInt(3, FEW_KEYS);
            try (ResultSet row = select.executeQuery()) {
                row.next();
                return row.getLong(1);
            }
        }
    }
}

package io.querent.spring.testing;

import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.datasource.AbstractDataSource;

/** A data source that leads nowhere: it refuses connections, or lends such as only say what product they are of. */
public final class Nowhere extends AbstractDataSource {
    private final String name;
    private final @Nullable String product;

    private Nowhere(String name, @Nullable String product) {
        this.name = name;
        this.product = product;
    }

    public static Nowhere named(String name) {
        return new Nowhere(name, null);
    }

    public static Nowhere ofProduct(String product) {
        return new Nowhere(product, product);
    }

    @Override
    public Connection getConnection() throws SQLException {
        if (product == null) {
            throw new SQLException("connection refused", "08001");
        }
        DatabaseMetaData metaData = answering(DatabaseMetaData.class, "getDatabaseProductName", product);
        return answering(Connection.class, "getMetaData", metaData);
    }

    @Override
    public Connection getConnection(String username, String password) throws SQLException {
        return getConnection();
    }

    @Override
    public String toString() {
        return name;
    }

    private static <T> T answering(Class<T> type, String question, Object answer) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(),
                new Class<?>[] {type},
                (proxy, method, arguments) -> method.getName().equals(question) ? answer : null));
    }
}

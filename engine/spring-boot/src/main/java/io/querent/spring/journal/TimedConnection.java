package io.querent.spring.journal;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.Statement;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.datasource.DataSourceUtils;

/** A connection whose statements end with the time that Spring's transaction has left, as those of {@code JdbcTemplate} do. */
final class TimedConnection implements InvocationHandler {
    private final Connection connection;
    private final DataSource dataSource;

    private TimedConnection(Connection connection, DataSource dataSource) {
        this.connection = connection;
        this.dataSource = dataSource;
    }

    static Connection of(Connection connection, DataSource dataSource) {
        return (Connection) Proxy.newProxyInstance(
                TimedConnection.class.getClassLoader(),
                new Class<?>[] {Connection.class},
                new TimedConnection(connection, dataSource));
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, @Nullable Object @Nullable [] arguments)
            throws Throwable {
        try {
            Object result = method.invoke(connection, arguments);
            if (result instanceof Statement statement) {
                DataSourceUtils.applyTransactionTimeout(statement, dataSource);
            }
            return result;
        } catch (InvocationTargetException thrown) {
            throw thrown.getCause() == null ? thrown : thrown.getCause();
        }
    }
}

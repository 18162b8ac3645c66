package io.querent.outbox.jdbc;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * For Querent's own packages: a data source for Flyway, which sets search path and role for the session. Behind a transaction-mode pooler
 * that session is handed to others, whose unqualified names would then mean Querent's tables. Here the two settings end with the
 * transaction; outside of one they do nothing, which is all right: every name in the migrations is qualified.
 */
public final class TransactionScopedSettings implements InvocationHandler {
    private static final String SET_ROLE = "SET ROLE ";
    private static final String SET_SEARCH_PATH = "SELECT set_config('search_path', ";

    private final Object target;

    private TransactionScopedSettings(Object target) {
        this.target = target;
    }

    /** The data source, for migrations alone. */
    public static DataSource of(DataSource dataSource) {
        return proxy(DataSource.class, dataSource);
    }

    private static <T> T proxy(Class<T> type, T target) {
        return type.cast(Proxy.newProxyInstance(
                TransactionScopedSettings.class.getClassLoader(),
                new Class<?>[] {type},
                new TransactionScopedSettings(target)));
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, @Nullable Object @Nullable [] arguments)
            throws Throwable {
        if (method.getName().equals("prepareStatement") && arguments != null && arguments[0] instanceof String sql) {
            arguments[0] = scoped(sql);
        }
        try {
            Object result = method.invoke(target, arguments);
            return result instanceof Connection connection ? proxy(Connection.class, connection) : result;
        } catch (InvocationTargetException thrown) {
            throw thrown.getCause() == null ? thrown : thrown.getCause();
        }
    }

    private static String scoped(String sql) {
        if (sql.startsWith(SET_ROLE)) {
            return "SET LOCAL ROLE " + sql.substring(SET_ROLE.length());
        }
        return sql.startsWith(SET_SEARCH_PATH) ? sql.replace(", false)", ", true)") : sql;
    }
}

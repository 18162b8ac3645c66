package io.querent.outbox.jdbc;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * For Querent's own packages: a connection as users' work gets it, with everything but ending the transaction, which is ours to do.
 *
 * <p>What it makes (statements, their results, the metadata) leads back to it, and it unwraps to no other {@link Connection}. It does unwrap
 * to an interface of the driver's that is none: {@code PGConnection} for COPY and large objects, whose methods cannot end the transaction.
 * What that gives is of this one interface, not the driver's class.
 */
public final class LentConnection implements InvocationHandler {
    /** What leads to a connection; a subtype stands before its supertype. */
    private static final List<Class<?>> LEADING_BACK = List.of(
            CallableStatement.class, PreparedStatement.class, Statement.class, ResultSet.class, DatabaseMetaData.class);

    private final Object target;
    private final @Nullable Connection lent;

    private LentConnection(Object target, @Nullable Connection lent) {
        this.target = target;
        this.lent = lent;
    }

    /** The connection, lent. */
    public static Connection of(Connection connection) {
        return (Connection) proxy(Connection.class, new LentConnection(connection, null));
    }

    private static Object proxy(Class<?> type, LentConnection handler) {
        return Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler);
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, @Nullable Object @Nullable [] arguments)
            throws Throwable {
        @Nullable Object first = arguments == null || arguments.length == 0 ? null : arguments[0];
        Connection connection = lent == null ? (Connection) proxy : lent;
        if (lent == null && endsTheTransaction(method, first)) {
            throw refused(method);
        }
        switch (method.getName()) {
            case "close":
                if (lent == null) {
                    return null;
                }
                break;
            case "equals":
                return proxy == first;
            case "unwrap":
                if (first instanceof Class<?> type) {
                    return unwrapped(proxy, method, type, connection);
                }
                break;
            case "isWrapperFor":
                if (first instanceof Class<?> type && (type.isInstance(proxy) || !mayBeUnwrapped(type))) {
                    return type.isInstance(proxy);
                }
                break;
            default:
                break;
        }
        return leadingBack(called(method, arguments), connection);
    }

    /** Rolling back to a savepoint is the work's own affair. */
    private static boolean endsTheTransaction(Method method, @Nullable Object first) {
        return switch (method.getName()) {
            case "commit", "setAutoCommit", "abort" -> true;
            case "rollback" -> first == null;
            default -> false;
        };
    }

    private @Nullable Object unwrapped(Object proxy, Method method, Class<?> type, Connection connection)
            throws Throwable {
        if (type.isInstance(proxy)) {
            return proxy;
        } else if (!mayBeUnwrapped(type)) {
            throw refused(method);
        }
        Object inner = called(method, new Object[] {type});
        return inner == null ? null : proxy(type, new LentConnection(inner, connection));
    }

    private static boolean mayBeUnwrapped(Class<?> type) {
        return type.isInterface() && !Connection.class.isAssignableFrom(type);
    }

    private @Nullable Object called(Method method, @Nullable Object @Nullable [] arguments) throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException thrown) {
            throw thrown.getCause() == null ? thrown : thrown.getCause();
        }
    }

    private static @Nullable Object leadingBack(@Nullable Object result, Connection connection) {
        if (result instanceof Connection) {
            return connection;
        }
        for (Class<?> type : LEADING_BACK) {
            if (type.isInstance(result)) {
                return proxy(type, new LentConnection(result, connection));
            }
        }
        return result;
    }

    private static IllegalStateException refused(Method method) {
        return new IllegalStateException(method.getName()
                + "() is not for this work: its writes are committed with the record of what came of it, or not at all;"
                + " throw, or answer with a refusal, to roll back");
    }
}

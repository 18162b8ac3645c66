package io.querent.receiver.jdbc;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import org.jspecify.annotations.Nullable;

/** For the receiver's own packages: a connection as work gets it, with everything but ending the transaction, which is ours to do. */
public final class LentConnection implements InvocationHandler {
    private final Connection connection;

    private LentConnection(Connection connection) {
        this.connection = connection;
    }

    /** The connection, lent. */
    public static Connection of(Connection connection) {
        return (Connection) Proxy.newProxyInstance(
                LentConnection.class.getClassLoader(),
                new Class<?>[] {Connection.class},
                new LentConnection(connection));
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, @Nullable Object @Nullable [] arguments)
            throws Throwable {
        boolean toSavepoint = arguments != null && arguments.length > 0;
        switch (method.getName()) {
            case "close":
                return null;
            case "commit", "setAutoCommit", "abort":
                throw refused(method);
            case "rollback":
                if (!toSavepoint) {
                    throw refused(method);
                }
                break;
            default:
                break;
        }
        try {
            return method.invoke(connection, arguments);
        } catch (InvocationTargetException thrown) {
            throw thrown.getCause() == null ? thrown : thrown.getCause();
        }
    }

    private static IllegalStateException refused(Method method) {
        return new IllegalStateException(method.getName()
                + "() is not for this work: its writes are committed with the record that it was done, or not at all;"
                + " throw, or answer with a refusal, to roll back");
    }
}

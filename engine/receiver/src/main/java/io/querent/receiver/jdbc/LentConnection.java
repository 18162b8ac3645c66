package io.querent.receiver.jdbc;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import org.jspecify.annotations.Nullable;

/** A connection as the work gets it: everything but ending the transaction, which is the guard's to do. */
final class LentConnection implements InvocationHandler {
    private final Connection connection;

    private LentConnection(Connection connection) {
        this.connection = connection;
    }

    static Connection of(Connection connection) {
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
                + "() is not for an operation's work: its writes are committed with the key and the answer or not at all;"
                + " return OperationAnswer.refused(...) or throw to roll back");
    }
}

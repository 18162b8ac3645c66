package io.querent.spring.testing;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicReference;
import javax.sql.DataSource;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/** A data source whose next commit goes wrong as it is told to. */
public final class ScriptedDataSource extends DelegatingDataSource {
    private final AtomicReference<Fault> next = new AtomicReference<>(Fault.NONE);

    /** What happens to a commit. */
    public enum Fault {
        NONE,
        /** The connection breaks before the commit reaches the server. */
        CUT_BEFORE,
        /** The server commits, and the connection breaks before it says so. */
        CUT_AFTER,
        /** The server rolls back and says that another transaction was in the way. */
        CONFLICT
    }

    public ScriptedDataSource(DataSource target) {
        super(target);
    }

    /** The next commit, and no later one, suffers this. */
    public void nextCommit(Fault fault) {
        next.set(fault);
    }

    @Override
    public Connection getConnection() throws SQLException {
        Connection connection = super.getConnection();
        return (Connection) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Connection.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("commit")) {
                        commit(connection, next.getAndSet(Fault.NONE));
                        return null;
                    }
                    try {
                        return method.invoke(connection, arguments);
                    } catch (InvocationTargetException thrown) {
                        throw thrown.getCause();
                    }
                });
    }

    private static void commit(Connection connection, Fault fault) throws SQLException {
        switch (fault) {
            case NONE -> connection.commit();
            case CONFLICT -> {
                connection.rollback();
                throw new SQLException("could not serialize access", "40001");
            }
            case CUT_BEFORE -> {
                connection.abort(Runnable::run);
                throw new SQLException("an I/O error occurred", "08006");
            }
            case CUT_AFTER -> {
                connection.commit();
                connection.abort(Runnable::run);
                throw new SQLException("an I/O error occurred", "08006");
            }
        }
    }
}

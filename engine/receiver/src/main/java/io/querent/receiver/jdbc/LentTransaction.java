package io.querent.receiver.jdbc;

import io.querent.outbox.jdbc.LentConnection;
import io.querent.receiver.Fence;
import io.querent.receiver.OperationRequest;
import io.querent.receiver.OperationTransaction;
import java.sql.Connection;
import java.sql.SQLException;

/** What an operation's work is given: the transaction without the power to end it. */
final class LentTransaction implements OperationTransaction {
    private final Connection connection;
    private final Connection lent;
    private final OperationRequest request;
    private final Fences fences;
    private final SeenTokens seen;

    LentTransaction(Connection connection, OperationRequest request, Fences fences, SeenTokens seen) {
        this.connection = connection;
        this.lent = LentConnection.of(connection);
        this.request = request;
        this.fences = fences;
        this.seen = seen;
    }

    @Override
    public Connection connection() {
        return lent;
    }

    @Override
    public String caller() {
        return request.caller();
    }

    @Override
    public String key() {
        return request.key();
    }

    @Override
    public void fence(Fence fence) {
        try {
            fences.raise(connection, fence, seen);
        } catch (SQLException failed) {
            throw new FenceFailedException(failed);
        }
    }
}

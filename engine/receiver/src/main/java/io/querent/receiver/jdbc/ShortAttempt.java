package io.querent.receiver.jdbc;

import io.querent.receiver.Execution;
import io.querent.receiver.Fence;
import io.querent.receiver.OperationAnswer;
import io.querent.receiver.OperationRequest;
import io.querent.receiver.OperationWork;
import io.querent.receiver.StaleTokenException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** One try of an operation in one transaction. It remembers how far it came, because a failure means something else at each place. */
final class ShortAttempt implements TransactionWork<Execution> {
    private final ShortPath path;
    private final OperationRequest request;
    private final OperationWork work;
    private final OperationId id;
    private final SeenTokens seen;
    private final List<Fence> earlier;
    private Phase phase = Phase.CLAIMING;

    /** How far it came. */
    enum Phase {
        /** Nothing but our own statements ran. */
        CLAIMING,
        /** The work runs, or has failed. */
        WORKING,
        /** The work is done, and its answer is being stored. */
        ANSWERING,
        /** All is written; only the commit is left. */
        COMMITTING
    }

    /**
     * @param seen what is added to, and has to be remembered when this fails. What is in it before is of tries that are undone, and is
     *     remembered with whatever this one comes to
     */
    ShortAttempt(ShortPath path, OperationRequest request, OperationWork work, SeenTokens seen) {
        this.path = path;
        this.request = request;
        this.work = work;
        this.seen = seen;
        this.earlier = seen.all();
        this.id = OperationId.of(request.caller(), request.key());
    }

    Phase phase() {
        return phase;
    }

    @Override
    public Execution on(Connection connection) throws Exception {
        ShortClaim.Result claim = path.claims().claim(connection, id, request);
        if (claim.taken()) {
            return apply(connection, 1);
        }
        StoredOperation existing = claim.existing();
        if (existing == null) {
            // Its row was thrown away between the two statements; the next try takes the key.
            throw new SQLException("the key was let go meanwhile", "40001");
        }
        if (path.isAgain(existing, request)) {
            if (!path.claims().takeAgain(connection, id, existing.token())) {
                return told(connection, new Execution.InProgress(path.retryAfter()));
            }
            return apply(connection, existing.token() + 1);
        }
        return told(connection, path.repeated(connection, existing, request));
    }

    private Execution told(Connection connection, Execution execution) throws SQLException {
        path.fences().remember(connection, earlier);
        return execution;
    }

    private Execution apply(Connection connection, long token) throws Exception {
        try {
            path.fences().raiseAll(connection, request.fences(), seen);
            if (token > 1 || !request.fences().isEmpty()) {
                // A refusal undoes what comes after the newest savepoint: not that the key is taken, nor who was at the
                // resource.
                path.claims().savepoint(connection);
            }
            phase = Phase.WORKING;
            OperationAnswer answer = work.run(new LentTransaction(connection, request, path.fences(), seen));
            phase = Phase.ANSWERING;
            if (answer instanceof OperationAnswer.Refused) {
                path.answers().refuse(connection, id, token);
                path.fences().remember(connection, seen.all());
            } else {
                path.fences().remember(connection, earlier);
            }
            path.answers().store(connection, request, token, answer);
            phase = Phase.COMMITTING;
            return new Execution.Applied(answer);
        } catch (StaleTokenException stale) {
            throw new EndedException(new Execution.Stale(stale.fence()));
        }
    }
}

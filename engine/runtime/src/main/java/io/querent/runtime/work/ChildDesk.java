package io.querent.runtime.work;

import io.querent.decision.Authority;
import io.querent.decision.OperatorDecision;
import io.querent.decision.SagaState;
import io.querent.decision.SagaStatus;
import io.querent.runtime.OperationKeyConflictException;
import io.querent.runtime.Receipt;
import io.querent.runtime.SagaHandle;
import io.querent.runtime.journal.Letter;
import io.querent.runtime.journal.StoredSaga;
import io.querent.saga.Call;
import io.querent.saga.ChildSagas;
import io.querent.saga.Done;
import io.querent.saga.InvalidKeyException;
import io.querent.saga.OperationKey;
import io.querent.saga.Outcome;
import io.querent.saga.QueryResult;
import io.querent.saga.SagaDefinition;
import io.querent.saga.SagaKey;
import io.querent.saga.SagaView;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/**
 * Runs sagas for the steps of others. To its parent a child is like any downstream: it is started under a key, asked for, and made good
 * for; so what holds for calls holds for it, a crash at any point included. Thread-safe.
 */
final class ChildDesk implements ChildSagas {
    private final EngineParts parts;
    private final Starter starter;
    private final Function<Letter, Receipt> post;

    /** Starts a child. */
    @FunctionalInterface
    interface Starter {
        <C> SagaHandle start(SagaDefinition<C> definition, C input, OperationKey parent);
    }

    ChildDesk(EngineParts parts, Starter starter, Function<Letter, Receipt> post) {
        this.parts = parts;
        this.starter = starter;
        this.post = post;
    }

    @Override
    public <C, R> Outcome<R> start(SagaDefinition<C> definition, C input, Call call) {
        try {
            SagaHandle handle = starter.start(definition, input, call.operationKey());
            Optional<StoredSaga> other = handle.isNew()
                    ? Optional.empty()
                    : find(handle.key()).filter(saga -> !isOurs(saga, call.operationKey()));
            return other.isPresent()
                    ? Outcome.rejected("child-of-another", notOurs(handle.key(), other.get()))
                    : Outcome.pending(handle.key().toString());
        } catch (OperationKeyConflictException | InvalidKeyException refused) {
            return Outcome.rejected("child-not-startable", String.valueOf(refused.getMessage()));
        }
    }

    @Override
    public <C, R> QueryResult<R> look(
            SagaDefinition<C> definition, C input, Call call, Function<SagaView<C>, R> result) {
        SagaKey child = definition.keyOf(input);
        Optional<StoredSaga> found = find(child);
        if (found.isEmpty()) {
            return QueryResult.notFound();
        } else if (!isOurs(found.get(), call.operationKey())) {
            return QueryResult.foundRejected("child-of-another", notOurs(child, found.get()));
        }
        SagaState state = found.get().state();
        if (state.end() == null && call.turningBack()) {
            // What became of it is seen by looking again.
            Receipt unused =
                    post.apply(letter(child, new OperatorDecision.Cancel(), call, "/cancel", Authority.UNSEEN));
        }
        return look(definition, state, result);
    }

    private <C, R> QueryResult<R> look(SagaDefinition<C> definition, SagaState state, Function<SagaView<C>, R> result) {
        SagaStatus end = state.end();
        if (end == null) {
            return QueryResult.foundPending(state.key().toString());
        }
        return switch (end) {
            case COMPLETED ->
                QueryResult.found(result.apply(new StateView<>(state, definition.inputType(), parts.payloads())));
            case COMPENSATED, FAILED ->
                QueryResult.foundRejected(
                        "child-" + end.name().toLowerCase(Locale.ROOT), "saga " + state.key() + " ended as " + end);
            default -> QueryResult.mismatch("saga " + state.key() + " ended as " + end + ": a person decided so");
        };
    }

    @Override
    public Outcome<Done> compensate(SagaKey child, Call call) {
        Optional<StoredSaga> found = find(child);
        if (found.isEmpty()) {
            return Outcome.unknown("saga " + child + " is not there");
        }
        Receipt receipt = post.apply(letter(
                child,
                new OperatorDecision.Compensate(),
                call,
                "",
                found.get().state().version()));
        return receipt.state() == Receipt.State.REFUSED
                        && !isGoingBack(found.get().state())
                ? Outcome.rejected("child-not-compensated", receipt.detail())
                : Outcome.pending(child.toString());
    }

    @Override
    public QueryResult<Done> lookAtCompensation(SagaKey child, Call call) {
        Optional<SagaState> found = find(child).map(StoredSaga::state);
        if (found.isEmpty()) {
            return QueryResult.notFound();
        }
        SagaStatus end = found.get().end();
        if (end == SagaStatus.COMPENSATED || end == SagaStatus.FAILED) {
            return QueryResult.found(Done.DONE);
        } else if (end == SagaStatus.ABANDONED) {
            return QueryResult.mismatch("saga " + child + " was abandoned by a person: nobody has made good for it");
        }
        return isGoingBack(found.get()) || isToldTo(child, call)
                ? QueryResult.foundPending(child.toString())
                : QueryResult.notFound();
    }

    private boolean isToldTo(SagaKey child, Call call) {
        return parts.journal()
                .mailbox()
                .find(child.id(), call.operationKey().value())
                .filter(delivery -> delivery.settled() == null)
                .isPresent();
    }

    private static boolean isGoingBack(SagaState state) {
        return state.compensating();
    }

    private Optional<StoredSaga> find(SagaKey key) {
        return parts.journal().find(key.id());
    }

    private static boolean isOurs(StoredSaga saga, OperationKey parent) {
        return parent.value().equals(saga.state().origin().parent());
    }

    private static String notOurs(SagaKey child, StoredSaga saga) {
        String parent = saga.state().origin().parent();
        return "saga " + child + " was started for " + (parent == null ? "itself" : parent);
    }

    private static Letter letter(SagaKey child, OperatorDecision decision, Call call, String part, long revision) {
        String id = call.operationKey().value() + part;
        String parent = operatorOf(call.operationKey().saga());
        return new Letter(
                child,
                id,
                new Letter.Decided(decision, new Authority(parent, "its parent has turned back", revision, id)));
    }

    /** As whom a saga decides about the sagas that it started. No account can be called so: a name has no colon. */
    static String operatorOf(SagaKey parent) {
        return "saga " + parent;
    }
}

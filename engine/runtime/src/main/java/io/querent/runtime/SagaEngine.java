package io.querent.runtime;

import io.querent.decision.Authority;
import io.querent.decision.OperatorDecision;
import io.querent.runtime.journal.Reviews;
import io.querent.runtime.journal.SagaSearch;
import io.querent.saga.SagaDefinition;
import io.querent.saga.SagaKey;
import io.querent.saga.StepHandle;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * Starts sagas and finds them. A start is idempotent by the business key: the same key and input name the same saga, however
 * often and on however many nodes it is started. Thread-safe.
 */
public interface SagaEngine {
    /**
     * Starts a saga, or finds the one that was started with the same key and input, and waits until it is stored.
     *
     * <p>On a thread that runs a transaction on the engine's database, of a kind that the engine has been set up to know, the start
     * is part of that transaction: it is committed with it or not at all, and the saga runs after the commit. The handle then says
     * {@link SagaNotCommittedException} until the commit, and a failure of the database is thrown as the caller's own statements
     * would throw it.
     *
     * @throws io.querent.saga.InvalidKeyException when the key is malformed or unstable: nothing is stored
     * @throws io.querent.runtime.codec.PayloadCodec.PayloadException when the input cannot be written: nothing is stored
     * @throws OperationKeyConflictException when the key was used with another input
     * @throws io.querent.runtime.journal.UnfitTransactionException when no saga can be started in the caller's transaction
     * @throws EngineUnavailableException when the database did not answer in time: start again, under the same key
     */
    <I> SagaHandle start(SagaDefinition<I> definition, I input);

    /** The same without waiting; the stage fails with what {@link #start} throws. */
    <I> CompletionStage<SagaHandle> startAsync(SagaDefinition<I> definition, I input);

    /**
     * The saga of that key.
     *
     * @throws EngineUnavailableException when the database cannot be reached
     */
    Optional<SagaHandle> find(SagaKey key);

    /**
     * Takes in what a downstream tells, unasked. It is stored before this returns, so the downstream may be told that it arrived,
     * whatever the receipt says.
     *
     * @throws io.querent.saga.InvalidKeyException when the operation key is none of this engine's
     * @throws io.querent.runtime.codec.PayloadCodec.PayloadException when the result cannot be written
     * @throws EngineUnavailableException when the database cannot be reached: have it sent again
     */
    <R> Receipt tell(Callback<R> callback);

    /**
     * Takes in a person's decision (R13). It is stored and audited. Waits a while for the node that owns the saga; the receipt is
     * {@code WAITING} when that took longer, and the decision will still be looked at.
     *
     * @throws io.querent.runtime.work.OutsideCommands.UnknownSagaException when there is no such saga
     * @throws EngineUnavailableException when the database cannot be reached: send it again under the same request id
     */
    Receipt decide(SagaKey saga, OperatorDecision decision, Authority authority);

    /**
     * Sends a word that a step of the saga waits for, or will wait for: a signal. Stored before this returns; counts once by its id.
     *
     * @param messageId the sender's own id of it: the same again from the same source is no second word
     * @param source who sends it; with the id at most 199 characters
     * @throws io.querent.saga.QuerentException when this node knows the step as one that awaits no signal, or the word is null
     * @throws EngineUnavailableException when the database cannot be reached: send it again under the same id
     */
    <R> Receipt signal(SagaKey saga, StepHandle<R> step, String messageId, String source, R word);

    /**
     * Has a saga turn back that has not ended: what backs off is not tried again, what is unknown is asked for at once and made good for
     * if it happened. Cancelling again changes nothing.
     *
     * @param requestId id of this request; the same one again does nothing
     */
    default Receipt cancel(SagaKey saga, String operator, String reason, String requestId) {
        return decide(
                saga, new OperatorDecision.Cancel(), new Authority(operator, reason, Authority.UNSEEN, requestId));
    }

    /** Versions of definitions, and moving sagas between them. */
    Versions versions();

    /** The queue of cases that wait for a person. Its methods throw when the database cannot be reached. */
    Reviews reviews();

    /** Finds sagas by what people know of them. Its methods throw when the database cannot be reached. */
    SagaSearch search();

    /**
     * Lets a waiting saga go on now: a backing off step tries again, an unknown one is asked for. Nothing is sent that would not
     * have been sent later.
     *
     * @param requestId id of this request; the same one again does nothing
     * @return whether the request was carried out now
     * @throws EngineUnavailableException when the database cannot be reached
     */
    boolean wake(SagaKey key, String operator, String reason, String requestId);
}

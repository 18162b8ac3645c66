package io.querent.receiver;

/**
 * The business write of an operation. It runs in the transaction that also claims the key and stores the answer: all of it is committed, or
 * nothing.
 */
@FunctionalInterface
public interface OperationWork {
    /**
     * Does it.
     *
     * @param transaction of the claim; neither commit it nor roll it back
     * @return what to answer now and to every repeat
     * @throws Exception to undo everything, the claim included; the same request may then come again
     */
    OperationAnswer run(OperationTransaction transaction) throws Exception;
}

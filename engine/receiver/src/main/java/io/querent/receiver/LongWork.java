package io.querent.receiver;

/**
 * Work that calls elsewhere, and so must hold no transaction meanwhile.
 *
 * <pre>{@code
 * lease -> {
 *     Receipt receipt = bank.transfer(lease.key(), amount); // no transaction, no connection
 *     return transaction -> {                               // one transaction with the success, by the lease's token
 *         ledger.book(transaction.connection(), receipt);
 *         return OperationAnswer.succeeded(Body.json(receipt.json()));
 *     };
 * }
 * }</pre>
 */
@FunctionalInterface
public interface LongWork {
    /**
     * Does what is outside.
     *
     * @return what is to be written here and answered; may run again when the database gives its transaction up for another one
     * @throws NotDoneException when it certainly took no effect
     * @throws Exception anything else: it may have taken effect, and the operation is {@link OperationStatus#UNKNOWN} from then on
     */
    OperationWork run(OperationLease lease) throws Exception;
}

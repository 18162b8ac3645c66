package io.querent.examples.settlement.saga;

import io.querent.examples.payment.bankclient.Reversal;
import io.querent.examples.payment.bankclient.ReversalRequest;
import io.querent.examples.payment.bankclient.Transfer;
import io.querent.examples.payment.bankclient.TransferRequest;
import io.querent.saga.Call;
import io.querent.saga.Outcome;
import io.querent.saga.QueryResult;
import java.io.IOException;

/** The bank, as the saga needs it. Implementations are thread-safe. */
public interface PayoutBank {
    /** Pays one beneficiary. */
    Outcome<Transfer> pay(Call call, TransferRequest request) throws IOException, InterruptedException;

    /** Asks what became of a payout. */
    QueryResult<Transfer> findPayout(Call call, TransferRequest request) throws IOException, InterruptedException;

    /** Gives a payout back. */
    Outcome<Reversal> reverse(Call call, ReversalRequest request) throws IOException, InterruptedException;

    /** Asks what became of that. */
    QueryResult<Reversal> findReversal(Call call, ReversalRequest request) throws IOException, InterruptedException;
}

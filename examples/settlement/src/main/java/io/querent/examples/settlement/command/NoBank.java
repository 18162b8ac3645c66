package io.querent.examples.settlement.command;

import io.querent.examples.payment.bankclient.Reversal;
import io.querent.examples.payment.bankclient.ReversalRequest;
import io.querent.examples.payment.bankclient.Transfer;
import io.querent.examples.payment.bankclient.TransferRequest;
import io.querent.examples.settlement.saga.PayoutBank;
import io.querent.saga.Call;
import io.querent.saga.Outcome;
import io.querent.saga.QueryResult;
import java.net.ConnectException;

/** Stands where a definition needs a bank and nothing is ever sent. */
final class NoBank implements PayoutBank {
    @Override
    public Outcome<Transfer> pay(Call call, TransferRequest request) throws ConnectException {
        throw nothing();
    }

    @Override
    public QueryResult<Transfer> findPayout(Call call, TransferRequest request) throws ConnectException {
        throw nothing();
    }

    @Override
    public Outcome<Reversal> reverse(Call call, ReversalRequest request) throws ConnectException {
        throw nothing();
    }

    @Override
    public QueryResult<Reversal> findReversal(Call call, ReversalRequest request) throws ConnectException {
        throw nothing();
    }

    private static ConnectException nothing() {
        return new ConnectException("nothing is sent from here");
    }
}

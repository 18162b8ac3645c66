package io.querent.examples.payment.bankclient;

import io.querent.saga.Call;
import io.querent.saga.Outcome;
import io.querent.saga.QueryResult;
import java.io.IOException;
import java.time.Duration;
import java.util.function.Predicate;

/**
 * The bank, as the steps of a saga call it. Every send carries the operation's key and its frozen request, byte for byte; every answer
 * is read for what it proves. What is thrown (connection refused, reset, timed out) is classified by the engine. Thread-safe.
 */
public final class BankClient {
    private static final String TRANSFERS = "/transfers";
    private static final String REVERSALS = "/reversals";

    /**
     * The engine stops waiting after two seconds, as the saga's definition says. We listen a little longer: a late answer is evidence
     * that spares a question. A length and not the call's deadline: that is a time of the database's clock, and ours may be wrong.
     */
    private static final Duration LISTEN = Duration.ofSeconds(4);

    private final BankConnection bank;
    private final Duration listen;
    private final AnswerReader<Transfer> transfers = new AnswerReader<>(Transfer.class);
    private final AnswerReader<Reversal> reversals = new AnswerReader<>(Reversal.class);

    /** @param address asked before every call, because a bank that was restarted listens elsewhere */
    public BankClient(BankAddress address) {
        this(address, LISTEN);
    }

    /** @param listen how long to listen for the answer to a send */
    public BankClient(BankAddress address, Duration listen) {
        this.bank = new BankConnection(address);
        this.listen = listen;
    }

    /** Sends a transfer, once. */
    public Outcome<Transfer> transfer(Call call, TransferRequest request) throws IOException, InterruptedException {
        return send(TRANSFERS, call, transfers, request::isMetBy);
    }

    /** Asks what became of a transfer. */
    public QueryResult<Transfer> findTransfer(Call call, TransferRequest request)
            throws IOException, InterruptedException {
        return ask(TRANSFERS, call, transfers, request::isMetBy);
    }

    /** Sends a reversal, once. */
    public Outcome<Reversal> reverse(Call call, ReversalRequest request) throws IOException, InterruptedException {
        return send(REVERSALS, call, reversals, request::isMetBy);
    }

    /** Asks what became of a reversal. */
    public QueryResult<Reversal> findReversal(Call call, ReversalRequest request)
            throws IOException, InterruptedException {
        return ask(REVERSALS, call, reversals, request::isMetBy);
    }

    private <R> Outcome<R> send(String path, Call call, AnswerReader<R> answers, Predicate<R> isAskedFor)
            throws IOException, InterruptedException {
        BankReply reply = bank.post(path, call.downstreamKey(), call.requestBody(), listen);
        return answers.toSend(reply, call.downstreamKey(), isAskedFor);
    }

    /** A key holds no character that a path would have to escape. */
    private <R> QueryResult<R> ask(String path, Call call, AnswerReader<R> answers, Predicate<R> isAskedFor)
            throws IOException, InterruptedException {
        BankReply reply = bank.get(path + "/" + call.downstreamKey());
        return answers.toLookup(reply, call.downstreamKey(), isAskedFor);
    }
}

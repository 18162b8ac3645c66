package io.querent.examples.settlement.files;

import io.querent.examples.payment.bankclient.BankAddress;
import io.querent.examples.payment.bankclient.BankClient;
import io.querent.examples.payment.bankclient.BankFiles;
import io.querent.examples.payment.bankclient.Reversal;
import io.querent.examples.payment.bankclient.ReversalRequest;
import io.querent.examples.payment.bankclient.Transfer;
import io.querent.examples.payment.bankclient.TransferRequest;
import io.querent.examples.settlement.iso20022.Uetr;
import io.querent.examples.settlement.saga.PayoutBank;
import io.querent.saga.Call;
import io.querent.saga.Outcome;
import io.querent.saga.QueryResult;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;

/**
 * Pays by payment files: calls that run at the same time travel in one, and each is answered by its own line. What became of one is asked
 * under its own end-to-end id, which it has in whatever file it travels, and under which the bank books it once. Thread-safe.
 */
public final class PaymentFiles implements PayoutBank, AutoCloseable {
    private static final int FILES_AT_A_TIME = 4;

    /** Shorter than what is left of a call's time when its file is sent, so that the answer's reader still has some. */
    private static final Duration LISTEN = Duration.ofSeconds(4);

    private final BankClient single;
    private final FileGathering gathering;

    /** How files are made up. */
    public record Settings(int most, Duration gather) {
        /** A hundred instructions, or what has come within 25 ms. */
        public static final Settings USUAL = new Settings(100, Duration.ofMillis(25));
    }

    /**
     * @param bank asked before every call where it is
     * @param outgoing directory in which files are kept as they were sent
     * @param clock when files are made, and the day on which they are to be carried out
     */
    public PaymentFiles(BankAddress bank, Path outgoing, InstantSource clock, Settings settings) {
        this.single = new BankClient(bank);
        this.gathering = new FileGathering(
                new BankFileSender(new BankFiles(bank), new OutgoingFiles(outgoing), clock, LISTEN),
                settings.most(),
                settings.gather(),
                FILES_AT_A_TIME);
    }

    @Override
    public Outcome<Transfer> pay(Call call, TransferRequest request) throws InterruptedException {
        Instruction instruction =
                new Instruction(call.downstreamKey(), Uetr.of(call.operationKey()), request, call.attempt());
        return gathering.send(instruction, call.timeLeft());
    }

    @Override
    public QueryResult<Transfer> findPayout(Call call, TransferRequest request)
            throws IOException, InterruptedException {
        return single.findTransfer(call, request);
    }

    @Override
    public Outcome<Reversal> reverse(Call call, ReversalRequest request) throws IOException, InterruptedException {
        return single.reverse(call, request);
    }

    @Override
    public QueryResult<Reversal> findReversal(Call call, ReversalRequest request)
            throws IOException, InterruptedException {
        return single.findReversal(call, request);
    }

    @Override
    public void close() {
        gathering.close();
    }
}

package io.querent.examples.payment.bankclient;

import java.io.IOException;
import java.time.Duration;

/** The bank's files: payment files that are sent to it, and statements that it gives. Each request is sent once. Thread-safe. */
public final class BankFiles {
    private static final String XML = "application/xml";
    private static final Duration LIMIT = Duration.ofSeconds(20);

    private final BankConnection bank;

    /** @param address asked before every call, because a bank that was restarted may listen elsewhere */
    public BankFiles(BankAddress address) {
        this.bank = new BankConnection(address);
    }

    /**
     * Sends a payment file, byte for byte.
     *
     * @param limit how long to listen for the answer
     * @throws IOException as it is: a refused connection proves that nothing was sent, everything else proves nothing
     */
    public FileReply send(byte[] file, Duration limit) throws IOException, InterruptedException {
        return bank.postFile("/payment-files", XML, file, limit);
    }

    /**
     * Asks for a file of the bank's.
     *
     * @param path as the bank names it, such as {@code /statements/2026-11-29}
     */
    public FileReply get(String path) throws IOException, InterruptedException {
        return bank.getFile(path, LIMIT);
    }
}

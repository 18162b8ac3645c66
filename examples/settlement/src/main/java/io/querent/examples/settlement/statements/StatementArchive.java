package io.querent.examples.settlement.statements;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.querent.examples.payment.bankclient.BankFiles;
import io.querent.examples.payment.bankclient.FileReply;
import io.querent.examples.settlement.iso20022.StatementFile;
import io.querent.examples.settlement.iso20022.StatementReader;
import io.querent.examples.settlement.saga.SettlementSaga;
import io.querent.saga.MinorUnits;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;

/** Statements as the bank gave them, each kept under the digest of its bytes. Thread-safe. */
public final class StatementArchive {
    private static final int OK = 200;
    private static final int MOST_BYTES = 64 << 20;
    private static final int DIGITS = 12;
    private static final StatementReader READER = new StatementReader(MinorUnits.iso4217());

    private final BankFiles bank;
    private final Path directory;

    /** @param directory made where there is none */
    public StatementArchive(BankFiles bank, Path directory) {
        this.bank = bank;
        this.directory = directory;
    }

    /**
     * Has the bank state what it booked on a day, and keeps that.
     *
     * @throws IOException when the bank does not answer: ask again
     * @throws io.querent.examples.payment.xml.RefusedFileException when what it gives is no statement of the account from which
     *     is paid; it is kept all the same
     */
    public StatementFile fetch(LocalDate day) throws IOException, InterruptedException {
        FileReply reply = bank.get("/statements/" + day);
        if (reply.status() != OK) {
            throw new IOException("the bank gives no statement of " + day + ": " + reply.evidence());
        }
        byte[] xml = reply.body().getBytes(UTF_8);
        Files.createDirectories(directory);
        String name = day + "-" + Digest.of(xml).substring(0, DIGITS) + ".xml";
        Files.write(directory.resolve(name), xml);
        return read(name, xml);
    }

    /**
     * Reads a statement that came in another way.
     *
     * @throws IOException when it is no file that can be read
     * @throws io.querent.examples.payment.xml.RefusedFileException when it is no statement of the account from which is paid, with the line
     */
    public static StatementFile read(Path file) throws IOException {
        try (InputStream content = Files.newInputStream(file)) {
            // One byte more than is read at most, so that the reader refuses what is longer.
            return read(String.valueOf(file.getFileName()), content.readNBytes(MOST_BYTES + 1));
        }
    }

    private static StatementFile read(String name, byte[] xml) {
        return READER.read(name, xml).requireAccount(SettlementSaga.DEBTOR_ACCOUNT);
    }
}

package io.querent.examples.payment.bank;

import io.querent.examples.payment.bank.books.OpenBooks;
import io.querent.examples.payment.bank.http.HttpFront;
import io.querent.examples.payment.bank.instruction.InstructionReader;
import io.querent.examples.payment.bank.instruction.StrictJson;
import javax.sql.DataSource;
import tools.jackson.databind.json.JsonMapper;

/** A running bank. Thread-safe. */
public final class BankServer implements AutoCloseable {
    private final HttpFront front;
    private final BankThreads threads;

    private BankServer(HttpFront front, BankThreads threads) {
        this.front = front;
        this.threads = threads;
    }

    /**
     * Starts a bank on the books in {@code database}, which are created where there are none.
     *
     * @param database stays the caller's, to be closed after the bank; needs no more connections than there are workers, and two
     * @throws java.io.UncheckedIOException when the port is taken
     */
    public static BankServer start(BankSettings settings, DataSource database) {
        JsonMapper json = StrictJson.mapper();
        InstructionReader instructions = new InstructionReader(json);
        OpenBooks books = OpenBooks.in(database, instructions, new HouseRules(settings), settings.honoursKeys());
        BankThreads threads = BankThreads.start(settings.workers());
        try {
            HttpFront front = HttpFront.open(
                    settings.port(),
                    new HttpFront.Needs(
                            books,
                            instructions,
                            json,
                            settings.faults(),
                            settings.honoursKeys(),
                            threads.workers(),
                            threads.timer()));
            new ArrivalLoop(books.arrivals()).startOn(threads.arrivals());
            return new BankServer(front, threads);
        } catch (RuntimeException refused) {
            threads.close();
            throw refused;
        }
    }

    /** The port on the loopback address. */
    public int port() {
        return front.port();
    }

    /** Cuts all connections, lets transactions that have begun end, and stops. Closing again does nothing. */
    @Override
    public void close() {
        front.close();
        threads.close();
    }
}

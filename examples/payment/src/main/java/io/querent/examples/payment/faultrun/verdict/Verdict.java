package io.querent.examples.payment.faultrun.verdict;

import io.querent.examples.payment.audit.Audit;
import io.querent.examples.payment.faultrun.load.Load;
import io.querent.examples.payment.faultrun.site.Premises;
import io.querent.examples.payment.ledger.LedgerBooks;
import io.querent.examples.payment.report.Totals;
import io.querent.postgres.PostgresJournal;
import java.io.IOException;
import java.util.List;
import javax.sql.DataSource;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Holds the bank's books, the ledger and the notices against the sagas, and the sagas against what the nodes have promised.
 *
 * @param totals what the sagas' events say
 * @param operations operations of all sagas that were begun
 * @param bank what the bank saw
 * @param doubleEffects operations that took effect more than once
 * @param lost payments that a node said were stored and that are not
 * @param stuck payments that have neither ended nor wait for a person
 * @param withoutWakeUp sagas that nothing would ever wake up, by the engine's own count
 * @param problems all that is wrong, with keys: the run is clean if there is nothing
 */
public record Verdict(
        Totals totals,
        long operations,
        BankCalls bank,
        int doubleEffects,
        int lost,
        int stuck,
        long withoutWakeUp,
        List<String> problems) {
    private static final String COUNT = "SELECT count(*) FROM querent.saga";

    public Verdict {
        problems = List.copyOf(problems);
    }

    /**
     * What the bank saw.
     *
     * @param operations keys that were sent to it
     * @param sends calls under all of them
     */
    public record BankCalls(long operations, long sends) {
        /** Sends for each operation. */
        public double amplification() {
            return operations == 0 ? 0 : (double) sends / operations;
        }
    }

    /** Whether nothing at all is wrong. */
    public boolean isClean() {
        return problems.isEmpty();
    }

    /** Reads everything and compares. The premises are to be at rest, and stay the caller's. */
    public static Verdict of(Premises premises, Load load) throws IOException, InterruptedException {
        DataSource database = premises.database();
        JdbcClient ledger = JdbcClient.create(database);
        try (PostgresJournal journal = new PostgresJournal(database)) {
            Audit audit = new Audit(premises.bank().books(), new LedgerBooks(ledger));
            Examination examination = new Examination(journal, audit.open());
            examination.orders(load.given(), load::isAcknowledged);
            examination.starts(load.unanswered(), load.refused());
            examination.storedSagas(ledger.sql(COUNT).query(Long.class).single());
            return examination.conclude(BankFigures.read(premises.books()));
        }
    }
}

package io.querent.examples.settlement.iso20022;

import io.querent.examples.payment.xml.Place;
import io.querent.examples.payment.xml.RefusedFileException;
import io.querent.runtime.reconciliation.ProviderReport;
import io.querent.runtime.reconciliation.ReportEntry;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A bank's statement or notification as it was read. Immutable.
 *
 * @param name the file's
 * @param sha256 of its bytes
 * @param messageId the bank's name for the message
 * @param message which message it is
 */
public record StatementFile(
        String name, String sha256, String messageId, StatementMessage message, List<Statement> statements) {
    public StatementFile {
        statements = List.copyOf(statements);
    }

    /** All transactions of all statements in it. The bank's references are not always unique, so an entry's place is added where needed. */
    public ProviderReport report() {
        Set<String> references = new HashSet<>();
        List<ReportEntry> entries = new ArrayList<>();
        for (Statement statement : statements) {
            for (StatementEntry entry : statement.entries()) {
                for (ReportEntry each : entry.transactions()) {
                    entries.add(references.add(each.reference()) ? each : named(each, references));
                }
            }
        }
        return new ProviderReport(name, sha256, entries);
    }

    /**
     * What another account's owner was debited is nothing of ours, whatever ids stand in it.
     *
     * @param account whose statement it has to be
     * @throws RefusedFileException when any statement in it is another account's
     */
    public StatementFile requireAccount(String account) {
        for (Statement statement : statements) {
            if (!statement.account().equals(account)) {
                throw new RefusedFileException(
                        name,
                        new Place(statement.line(), 1, "/Document/" + message.body() + "/" + message.part() + "/Acct"),
                        "the account " + account + ", from which is paid",
                        statement.account(),
                        "have the bank send that account's statement alone");
            }
        }
        return this;
    }

    private static ReportEntry named(ReportEntry entry, Set<String> taken) {
        int number = 2;
        while (!taken.add(entry.reference() + "#" + number)) {
            number++;
        }
        return new ReportEntry(
                entry.reference() + "#" + number,
                entry.line(),
                entry.endToEndId(),
                entry.uetr(),
                entry.amount(),
                entry.direction(),
                entry.status(),
                entry.reversal(),
                entry.code(),
                entry.bookedOn());
    }
}

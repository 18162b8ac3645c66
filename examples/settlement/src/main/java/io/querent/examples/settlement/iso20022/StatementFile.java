package io.querent.examples.settlement.iso20022;

import io.querent.runtime.reconciliation.ProviderReport;
import io.querent.runtime.reconciliation.ReportEntry;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A bank's statement or notification as it was read. Immutable. */
public final class StatementFile {
    private final String name;
    private final String messageId;
    private final StatementMessage message;
    private final List<Statement> statements;
    private final ProviderReport report;

    /**
     * @param name the file's
     * @param sha256 of its bytes
     * @param messageId the bank's name for the message
     * @param message which message it is
     */
    StatementFile(String name, String sha256, String messageId, StatementMessage message, List<Statement> statements) {
        this.name = name;
        this.messageId = messageId;
        this.message = message;
        this.statements = List.copyOf(statements);
        this.report = new ProviderReport(name, sha256, entries(this.statements));
    }

    /** The file's name. */
    public String name() {
        return name;
    }

    /** The bank's name for the message. */
    public String messageId() {
        return messageId;
    }

    /** Which message it is. */
    public StatementMessage message() {
        return message;
    }

    List<Statement> statements() {
        return statements;
    }

    /** All transactions of all statements in it. The bank's references are not always unique, so a number is added where needed. */
    public ProviderReport report() {
        return report;
    }

    /**
     * What another account's owner was debited is nothing of ours, whatever ids stand in it.
     *
     * @param account whose statement it has to be
     * @throws io.querent.examples.payment.xml.RefusedFileException when any statement in it is another account's
     */
    public StatementFile requireAccount(String account) {
        for (Statement statement : statements) {
            if (!statement.account().text().equals(account)) {
                throw statement
                        .account()
                        .refused(
                                "the account " + account + ", from which is paid",
                                statement.account().text(),
                                "have the bank send that account's statement alone");
            }
        }
        return this;
    }

    private static List<ReportEntry> entries(List<Statement> statements) {
        Set<String> taken = new HashSet<>();
        Map<String, Integer> numbers = new HashMap<>();
        List<ReportEntry> entries = new ArrayList<>();
        for (Statement statement : statements) {
            for (StatementEntry entry : statement.entries()) {
                for (ReportEntry each : entry.transactions()) {
                    entries.add(taken.add(each.reference()) ? each : named(each, taken, numbers));
                }
            }
        }
        return entries;
    }

    /** @param numbers the last one of each reference: a bank may give all its entries the same */
    private static ReportEntry named(ReportEntry entry, Set<String> taken, Map<String, Integer> numbers) {
        int number;
        do {
            number = numbers.merge(entry.reference(), 2, (last, first) -> last + 1);
        } while (!taken.add(entry.reference() + "#" + number));
        return new ReportEntry(
                entry.reference() + "#" + number,
                entry.line(),
                entry.endToEndId(),
                entry.uetr(),
                entry.instructionId(),
                entry.amount(),
                entry.direction(),
                entry.status(),
                entry.reversal(),
                entry.code(),
                entry.bookedOn());
    }
}

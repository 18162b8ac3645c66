package io.querent.examples.settlement.iso20022;

import io.querent.examples.payment.xml.XmlElement;
import java.util.List;

/**
 * One statement, or notification, about one account.
 *
 * @param id the bank's name for it
 * @param account the account's number
 * @param page whether it is a part of a longer one, so that balances and sums are those of more than it holds
 * @param summaries what it says about all its entries together, none or one
 * @param line where it begins in the file
 */
record Statement(
        String id,
        String account,
        boolean page,
        List<Balance> balances,
        List<XmlElement> summaries,
        List<StatementEntry> entries,
        int line) {
    Statement {
        balances = List.copyOf(balances);
        summaries = List.copyOf(summaries);
        entries = List.copyOf(entries);
    }
}

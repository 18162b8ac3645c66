package io.querent.examples.settlement.iso20022;

import io.querent.examples.payment.xml.XmlElement;
import java.util.List;

/**
 * One statement, or notification, about one account.
 *
 * @param name says the bank's name for it
 * @param account says the account's number
 * @param page whether it is a part of a longer one, so that balances and sums are those of more than it holds
 * @param summaries what it says about all its entries together, none or one
 */
record Statement(
        XmlElement name,
        XmlElement account,
        boolean page,
        List<Balance> balances,
        List<XmlElement> summaries,
        List<StatementEntry> entries) {
    Statement {
        balances = List.copyOf(balances);
        summaries = List.copyOf(summaries);
        entries = List.copyOf(entries);
    }

    /** The bank's name for it. */
    String id() {
        return name.text();
    }
}

package io.querent.examples.settlement.iso20022;

import io.querent.examples.payment.xml.XmlElement;
import io.querent.runtime.reconciliation.Direction;
import io.querent.saga.Amount;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/** What a bank says it took for an entry and its transactions. Charges without amounts state nothing. */
final class Charges {
    private final Values values;
    private final String currency;

    /** @param currency of the entry */
    Charges(Values values, String currency) {
        this.values = values;
        this.currency = currency;
    }

    /** What they add to the account; less than nothing where they take, as they do unless they say otherwise. */
    BigDecimal of(XmlElement entry) {
        List<XmlElement> holders = new ArrayList<>(List.of(entry));
        entry.children("NtryDtls").forEach(details -> holders.addAll(details.children("TxDtls")));
        BigDecimal charged = BigDecimal.ZERO;
        for (XmlElement holder : holders) {
            for (XmlElement charges : holder.children("Chrgs")) {
                charged = charged.add(of(charges, records(charges)));
            }
        }
        return charged;
    }

    /** Since version 8 each charge has a record of its own; before, each has an element as they have together there. */
    private static List<XmlElement> records(XmlElement charges) {
        List<XmlElement> records = charges.children("Rcrd");
        return records.isEmpty() ? List.of(charges) : records;
    }

    private BigDecimal of(XmlElement charges, List<XmlElement> records) {
        BigDecimal sum = BigDecimal.ZERO;
        boolean isTold = false;
        for (XmlElement each : records) {
            if (each.find("Amt").isPresent()) {
                sum = sum.add(signed(each, each.get("Amt")));
                isTold = true;
            }
        }
        return isTold
                ? sum
                : charges.find("TtlChrgsAndTaxAmt")
                        .map(total -> signed(charges, total))
                        .orElse(BigDecimal.ZERO);
    }

    private BigDecimal signed(XmlElement charge, XmlElement element) {
        Amount amount = values.amount(element);
        if (!amount.currency().equals(currency)) {
            throw element.refused("charges in " + currency + ", as their entry", amount.toString(), "ask the bank");
        }
        Direction taken = charge.find("CdtDbtInd").map(Values::direction).orElse(Direction.DEBIT);
        return StatementEntry.signed(amount.value(), taken);
    }
}

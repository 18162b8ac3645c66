package io.querent.examples.settlement.iso20022;

import io.querent.examples.payment.xml.XmlElement;
import io.querent.saga.Amount;
import java.math.BigDecimal;
import java.time.LocalDate;

/**
 * A balance of an account.
 *
 * @param type {@code OPBD} opening, {@code CLBD} closing, {@code PRCD} closing of the statement before, and others
 * @param amount less than nothing where the account is overdrawn
 * @param element what says so, for refusals
 */
record Balance(String type, Amount amount, LocalDate date, XmlElement element) {
    BigDecimal value() {
        return amount.value();
    }
}

package io.querent.examples.settlement.audit;

import io.querent.saga.Amount;

/**
 * One booking as the bank's statement has it.
 *
 * @param endToEndId the key it was sent under
 * @param isDebit whether money left our account
 */
public record StatementLine(String endToEndId, Amount amount, boolean isDebit) {}

package io.querent.examples.payment.bank.books;

import io.querent.examples.payment.bank.instruction.Instruction;
import java.util.Optional;

/** The bank's reasons to say no. Must give the same answer whenever it is asked about the same key and instruction. */
public interface BusinessRules {
    /** Why {@code instruction} is declined, or empty where it is not. */
    Optional<Decline> objection(String key, Instruction instruction);
}

package io.querent.examples.payment.bank.instruction;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Give back a booked transfer, or part of it.
 *
 * @param originalKey the key under which the transfer was booked
 */
public record ReversalInstruction(String originalKey, Money money, String reason) implements Instruction {
    @Override
    public InstructionKind kind() {
        return InstructionKind.REVERSAL;
    }

    @Override
    public Map<String, Object> members() {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("originalKey", originalKey);
        members.put("amount", money.decimal());
        members.put("currency", money.currency());
        members.put("reason", reason);
        return members;
    }
}

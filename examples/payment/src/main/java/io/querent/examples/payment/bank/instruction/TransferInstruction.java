package io.querent.examples.payment.bank.instruction;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Move money from a customer's account to an account at another bank.
 *
 * @param reference what the creditor reads on the statement
 * @param uetr unique end-to-end transaction reference, in lower case; null where the customer gives none
 */
public record TransferInstruction(
        String debtorAccount,
        String creditorBank,
        String creditorAccount,
        Money money,
        String reference,
        @Nullable String uetr)
        implements Instruction {
    @Override
    public InstructionKind kind() {
        return InstructionKind.TRANSFER;
    }

    @Override
    public Map<String, Object> members() {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("debtorAccount", debtorAccount);
        members.put("creditorBank", creditorBank);
        members.put("creditorAccount", creditorAccount);
        members.put("amount", money.decimal());
        members.put("currency", money.currency());
        members.put("reference", reference);
        if (uetr != null) {
            members.put("uetr", uetr);
        }
        return members;
    }
}

package io.querent.examples.payment.bank;

import io.querent.examples.payment.bank.books.BusinessRules;
import io.querent.examples.payment.bank.books.Decline;
import io.querent.examples.payment.bank.instruction.Instruction;
import io.querent.examples.payment.bank.instruction.TransferInstruction;
import java.math.BigDecimal;
import java.util.Optional;

/** Declines by rule (closed account, limit) and, for what the rules let pass, by the draw of the faults. */
record HouseRules(BankSettings settings) implements BusinessRules {
    @Override
    public Optional<Decline> objection(String key, Instruction instruction) {
        if (instruction instanceof TransferInstruction transfer) {
            return ruleAgainst(transfer)
                    .or(() -> settings.faults().transferDecline(key))
                    .map(HouseRules::decline);
        }
        return settings.faults().reversalDecline(key).map(HouseRules::decline);
    }

    private Optional<String> ruleAgainst(TransferInstruction transfer) {
        if (settings.closedAccounts().contains(transfer.creditorAccount())) {
            return Optional.of("account-closed");
        }
        BigDecimal limit = settings.transferLimit();
        if (limit != null && transfer.money().amount().compareTo(limit) > 0) {
            return Optional.of("insufficient-funds");
        }
        return Optional.empty();
    }

    private static Decline decline(String code) {
        return new Decline(code, "Declined by the bank: " + code.replace('-', ' ') + ".");
    }
}

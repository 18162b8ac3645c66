package io.querent.examples.payment.bank.instruction;

import io.querent.examples.payment.bank.instruction.Reading.Invalid;
import io.querent.examples.payment.bank.instruction.Reading.NotJson;
import io.querent.examples.payment.bank.instruction.Reading.Understood;
import java.util.Optional;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads and writes instructions as JSON; what {@link #write} writes, {@link #read} understands. Thread-safe. */
public final class InstructionReader {
    private static final Pattern NOT_PRINTABLE = Pattern.compile("[^ -~]");
    private static final int LONGEST_QUOTE = 200;

    private final JsonMapper json;

    /** @param json {@linkplain StrictJson#mapper() strict} */
    public InstructionReader(JsonMapper json) {
        this.json = json;
    }

    /** Understands {@code body} as an instruction of this kind, or says what is wrong with it. */
    public Reading read(InstructionKind kind, byte[] body) {
        JsonNode object;
        try {
            object = json.readTree(body);
        } catch (JacksonException refused) {
            return new NotJson(quotable(refused.getOriginalMessage()));
        } catch (NumberFormatException refused) {
            // Jackson 3.1 lets this one through for an exponent that no int can hold.
            return new NotJson("a number is out of every range");
        }
        if (!object.isObject()) {
            return new NotJson("the body must be a JSON object");
        }
        MemberReader members = new MemberReader(object);
        Optional<? extends Instruction> instruction =
                kind == InstructionKind.TRANSFER ? transfer(members) : reversal(members);
        var violations = members.violations();
        return violations.isEmpty() && instruction.isPresent()
                ? new Understood(instruction.get())
                : new Invalid(violations);
    }

    /** The one spelling under which equal instructions have equal text. */
    public String write(Instruction instruction) {
        return json.writeValueAsString(instruction.members());
    }

    /** The parser's message may quote the sender's bytes, which need not be fit to be sent back. */
    private static String quotable(String message) {
        String printable = NOT_PRINTABLE.matcher(message).replaceAll("?");
        return printable.length() <= LONGEST_QUOTE ? printable : printable.substring(0, LONGEST_QUOTE);
    }

    private static Optional<TransferInstruction> transfer(MemberReader members) {
        String debtorAccount = members.account("debtorAccount");
        String creditorBank = members.account("creditorBank");
        String creditorAccount = members.account("creditorAccount");
        String reference = members.text("reference");
        String uetr = members.uetr("uetr");
        return members.money("amount", "currency")
                .map(money ->
                        new TransferInstruction(debtorAccount, creditorBank, creditorAccount, money, reference, uetr));
    }

    private static Optional<ReversalInstruction> reversal(MemberReader members) {
        String originalKey = members.key("originalKey");
        String reason = members.text("reason");
        return members.money("amount", "currency").map(money -> new ReversalInstruction(originalKey, money, reason));
    }
}

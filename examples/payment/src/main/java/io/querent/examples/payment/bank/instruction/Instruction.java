package io.querent.examples.payment.bank.instruction;

import java.util.Map;

/** Something a customer tells the bank to do. Two instructions are the same if they are equal, however they were spelled. */
public sealed interface Instruction permits TransferInstruction, ReversalInstruction {
    InstructionKind kind();

    Money money();

    /** Its members under their JSON names, in the order in which answers show them. */
    Map<String, Object> members();
}

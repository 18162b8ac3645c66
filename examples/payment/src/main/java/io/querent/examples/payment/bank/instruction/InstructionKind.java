package io.querent.examples.payment.bank.instruction;

/** The two things one can tell the bank to do. */
public enum InstructionKind {
    TRANSFER,
    REVERSAL
}

package io.querent.examples.payment.bank.instruction;

import java.util.List;

/** What came of reading a request body. */
public sealed interface Reading {
    /** The body says this. */
    record Understood(Instruction instruction) implements Reading {}

    /** The body is no JSON object, or one that parsers would understand differently. */
    record NotJson(String message) implements Reading {}

    /** The body is a JSON object, but no such instruction. */
    record Invalid(List<Violation> violations) implements Reading {
        public Invalid {
            violations = List.copyOf(violations);
        }
    }

    /** One thing that is wrong with one member. */
    record Violation(String field, String message) {}
}

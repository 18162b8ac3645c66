package io.querent.runtime.reconciliation;

import java.util.List;

/** What comes of holding a report against what is expected. Each entry and each operation is in exactly one. */
public sealed interface Finding {
    /** What {@code Finding} about operations has in common. */
    sealed interface OfOperation extends Finding {
        /** The operation. */
        ExpectedOperation operation();
    }

    /**
     * The report proves what became of an operation that is open.
     *
     * @param entry it is booked, or refused for good
     */
    record Proved(ExpectedOperation operation, ReportEntry entry) implements OfOperation {}

    /** The report says what is recorded. */
    record AlreadyKnown(ExpectedOperation operation, ReportEntry entry) implements OfOperation {}

    /**
     * The report proves nothing yet: the entry is not final, or a call of the operation is under way.
     *
     * @param detail which, for people
     */
    record NotYet(ExpectedOperation operation, ReportEntry entry, String detail) implements OfOperation {}

    /**
     * The money came back whole. Somebody has to say what is to be done about it.
     *
     * @param entries what moved it, where the report has that, and what took it back
     */
    record Reversed(ExpectedOperation operation, List<ReportEntry> entries) implements OfOperation {
        public Reversed {
            entries = List.copyOf(entries);
        }
    }

    /**
     * Report and operation contradict each other. A person decides.
     *
     * @param entries all entries about the operation
     * @param detail in what, for people
     */
    record Mismatch(ExpectedOperation operation, List<ReportEntry> entries, String detail) implements OfOperation {
        public Mismatch {
            entries = List.copyOf(entries);
        }
    }

    /** The provider has it and nobody here expects it. */
    record OnlyInReport(ReportEntry entry) implements Finding {}

    /** The report says nothing about the operation, which proves nothing. */
    record OnlyHere(ExpectedOperation operation) implements OfOperation {}
}

package io.querent.examples.payment.audit;

/** Whose books. */
public enum Book {
    /** The payment service's own. */
    LEDGER("ledger"),
    /** The bank's. */
    BANK("bank"),
    /** What customers were told. */
    NOTICES("notices"),
    /** What the bank has stated in a file. */
    STATEMENT("statement"),
    /** What lies in a store of reports. */
    REPORTS("reports");

    private final String label;

    Book(String label) {
        this.label = label;
    }

    @Override
    public String toString() {
        return label;
    }
}

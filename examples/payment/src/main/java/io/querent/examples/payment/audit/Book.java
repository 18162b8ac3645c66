package io.querent.examples.payment.audit;

/** Whose books. */
public enum Book {
    /** The payment service's own. */
    LEDGER("ledger"),
    /** The bank's. */
    BANK("bank"),
    /** What customers were told. */
    NOTICES("notices");

    private final String label;

    Book(String label) {
        this.label = label;
    }

    @Override
    public String toString() {
        return label;
    }
}

package io.querent.examples.settlement.ledger;

/** A definite no of the ledger's: what was written so far is undone, and every repeat is told the same. */
final class LedgerRefusal extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String code;

    LedgerRefusal(String code, String message) {
        super(message);
        this.code = code;
    }

    /** Stable, for programs. */
    String code() {
        return code;
    }
}

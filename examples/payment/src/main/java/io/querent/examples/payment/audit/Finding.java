package io.querent.examples.payment.audit;

/**
 * Something that is wrong in the books.
 *
 * @param kind what sort of wrong
 * @param key of the operation, or name of the account
 * @param expected what should stand there
 * @param found what does
 */
public record Finding(Kind kind, String book, String key, String expected, String found) {
    /** What sort of wrong. */
    public enum Kind {
        /** An effect that should be there is not. */
        MISSING,
        /** An effect is there more than once. */
        DOUBLE,
        /** An effect is there that should not be. */
        UNWANTED,
        /** An effect is there, but for other money or other parties. */
        DIFFERENT,
        /** An effect belongs to no operation of any payment. */
        ORPHAN,
        /** A payment's end does not go with its own steps. */
        CONTRADICTION,
        /** An account's balances do not follow from its entries. */
        UNBALANCED
    }

    @Override
    public String toString() {
        return kind + " in " + book + "; key=" + key + ", expected=" + expected + ", found=" + found;
    }
}

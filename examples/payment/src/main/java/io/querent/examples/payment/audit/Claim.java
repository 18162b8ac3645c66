package io.querent.examples.payment.audit;

/**
 * What a saga says of one of its operations.
 *
 * @param effect the effect that the operation has if it took effect
 * @param demand whether it did
 */
public record Claim(Effect effect, Demand demand) {
    /** Whether the effect should be there. */
    public enum Demand {
        /** Once. */
        REQUIRED,
        /** Not at all. */
        FORBIDDEN,
        /** Nobody knows yet: once or not at all. */
        OPEN
    }
}

package io.querent.examples.settlement.ledger.message;

/**
 * A window that was given back.
 *
 * @param sales how many wait for another window now
 */
public record ReopenedWindow(String settlement, int sales) {
    /** Whether it is what was asked for. */
    public boolean answers(ReopenWindow request) {
        return settlement.equals(request.settlement());
    }
}

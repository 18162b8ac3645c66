package io.querent.runtime.slots;

/**
 * What a holder says of one downstream. What it leaves out of {@code keep} it gives back, so it must already have stopped using it.
 *
 * @param downstream name of the downstream
 * @param caps what this holder's definitions declare
 * @param keep slots it goes on with; only slots that it has
 * @param wanted slots it could use now; 0 when it has nothing to send
 * @param leaves whether it has no use for the downstream any more and gives up everything
 */
public record SlotAsk(String downstream, Caps caps, int keep, int wanted, boolean leaves) {}

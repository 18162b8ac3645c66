package io.querent.runtime.slots;

/**
 * What a holder has of one downstream from now on, until its lease ends.
 *
 * @param slots slots that are its own
 * @param target how many of them it may go on using; it gives back the others as their calls end
 * @param ratePerSecond its share of the rate; infinite where there is no limit
 */
public record SlotGrant(int slots, int target, double ratePerSecond) {
    /** Nothing at all. */
    public static final SlotGrant NONE = new SlotGrant(0, 0, 0);
}

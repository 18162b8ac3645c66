package io.querent.runtime.call;

/**
 * One downstream as a node sees it. Numbers count from the start of the process; sends and questions divided by operations are the
 * amplification.
 *
 * @param operations operations whose first attempt was begun here
 * @param sends attempts sent
 * @param questions queries sent
 * @param refusals times that an open circuit refused
 * @param slots calls and queries that this node may have under way now
 * @param inUse those that it has
 * @param waiting operations in line
 * @param circuitClosed whether calls pass; false while the circuit is open or being tried
 */
public record DownstreamView(
        long operations,
        long sends,
        long questions,
        long refusals,
        int slots,
        int inUse,
        int waiting,
        boolean circuitClosed) {}

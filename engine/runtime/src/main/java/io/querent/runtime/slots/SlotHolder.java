package io.querent.runtime.slots;

import java.time.Duration;
import java.util.UUID;

/**
 * One running process as a holder of slots.
 *
 * @param id drawn when the process starts: a process that is started again under the same node name is another holder
 * @param node name of the node, for people
 * @param lease how long slots stay with a holder that shows no sign of life
 * @param turn how long a holder keeps a slot that another waits for, where there are more holders than slots
 */
public record SlotHolder(UUID id, String node, Duration lease, Duration turn) {}

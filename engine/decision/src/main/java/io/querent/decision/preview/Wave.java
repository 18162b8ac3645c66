package io.querent.decision.preview;

import java.util.List;

/** Operations that would be begun at one time, one beside the other; the next wave waits for their outcomes. */
public record Wave(List<PlannedOperation> operations) {
    public Wave {
        operations = List.copyOf(operations);
    }
}

package io.querent.runtime.work;

import io.querent.runtime.call.Workers;
import io.querent.runtime.journal.Possession;
import java.util.concurrent.ScheduledFuture;
import org.jspecify.annotations.Nullable;

/** Wakes an owned saga one branch of which waits for its time while another keeps it busy. Confined to the saga's thread. */
final class Alarm {
    private final Workers workers;
    private final Runnable wake;
    private @Nullable ScheduledFuture<?> set;

    Alarm(Workers workers, Runnable wake) {
        this.workers = workers;
        this.wake = wake;
    }

    /** Sets the alarm for when the saga would be due, if it will be. */
    void setFor(Possession possession) {
        off();
        if (possession instanceof Possession.DueIn due && !due.delay().isZero()) {
            set = workers.later(due.delay(), wake);
        }
    }

    void off() {
        if (set != null) {
            set.cancel(false);
        }
    }
}

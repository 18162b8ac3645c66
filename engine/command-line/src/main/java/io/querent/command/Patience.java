package io.querent.command;

import io.querent.runtime.journal.Delivery;
import io.querent.runtime.journal.Mailbox;
import java.time.Duration;

/** Looks again and again what became of a letter: the node that takes it in is another process. */
record Patience(Duration longest) {
    private static final Duration PAUSE = Duration.ofMillis(100);

    /** The letter once it is settled, or as it is when the time is over. */
    Delivery until(Mailbox mailbox, Delivery first) throws InterruptedException {
        long end = System.nanoTime() + longest.toNanos();
        Delivery last = first;
        while (last.settled() == null && System.nanoTime() < end) {
            Thread.sleep(PAUSE.toMillis());
            last = mailbox.find(first.letter().saga().id(), first.letter().messageId())
                    .orElse(last);
        }
        return last;
    }
}

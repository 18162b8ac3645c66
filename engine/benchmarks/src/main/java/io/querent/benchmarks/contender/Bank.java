package io.querent.benchmarks.contender;

import java.util.concurrent.locks.LockSupport;

/** The downstream of all steps, in this process: answers at once, or after the variant's call time. Thread-safe. */
final class Bank {
    private final long callNanos;

    Bank(Variant variant) {
        this.callNanos = variant.callTime().toNanos();
    }

    Receipt book(Instruction instruction) {
        await();
        return new Receipt(
                "booking-of-" + instruction.order(),
                instruction.amount(),
                instruction.currency(),
                "booked-and-settled");
    }

    /**
     * A downstream that takes its time. Here waiting is what is modelled and not a guess at when something else will be done; it
     * parks its thread, as a blocking HTTP client would.
     */
    void await() {
        long end = System.nanoTime() + callNanos;
        for (long left = callNanos; left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }
}

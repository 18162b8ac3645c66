package io.querent.examples.settlement.files;

import io.querent.examples.payment.bankclient.Transfer;
import io.querent.saga.Outcome;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;

/**
 * An instruction's place in a file: it waits, and is then either taken into one or withdrawn. What was withdrawn is in no file, and that is
 * certain. Thread-safe.
 */
final class Slot {
    private enum Place {
        WAITING,
        TAKEN,
        WITHDRAWN
    }

    private final Instruction instruction;
    private final AtomicReference<Place> place = new AtomicReference<>(Place.WAITING);
    private final CountDownLatch decided = new CountDownLatch(1);
    private final CompletableFuture<Outcome<Transfer>> outcome = new CompletableFuture<>();

    Slot(Instruction instruction) {
        this.instruction = instruction;
    }

    Instruction instruction() {
        return instruction;
    }

    /** Takes it into a file; false when it was withdrawn. */
    boolean take() {
        boolean taken = place.compareAndSet(Place.WAITING, Place.TAKEN);
        decided.countDown();
        return taken;
    }

    /** Withdraws it; false when a file has it already. */
    boolean withdraw() {
        boolean withdrawn = place.compareAndSet(Place.WAITING, Place.WITHDRAWN);
        decided.countDown();
        return withdrawn;
    }

    /** What its line in the answer says. */
    void complete(Outcome<Transfer> result) {
        outcome.complete(result);
    }

    /** Waits until a file has it or it was withdrawn. */
    boolean awaitDecided(long millis) throws InterruptedException {
        return decided.await(millis, TimeUnit.MILLISECONDS);
    }

    boolean isWithdrawn() {
        return place.get() == Place.WITHDRAWN;
    }

    Outcome<Transfer> await(long millis) throws InterruptedException {
        try {
            return outcome.get(Math.max(1, millis), TimeUnit.MILLISECONDS);
        } catch (TimeoutException slow) {
            return Outcome.unknown("its payment file was sent, and no answer came within " + millis + " ms");
        } catch (ExecutionException never) {
            throw new IllegalStateException("a slot is only ever completed with an outcome", never);
        }
    }
}

package io.querent.examples.settlement.files;

import io.querent.examples.payment.bankclient.Transfer;
import io.querent.saga.Outcome;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Gathers instructions that come within a moment of each other into one file. Whoever brings one waits for the answer to its own line. An
 * instruction that no file took in time is withdrawn, and certainly not executed. Thread-safe.
 */
final class FileGathering implements AutoCloseable {
    private static final long LONGEST_STOP_SECONDS = 10;

    private final FileSender sender;
    private final int most;
    private final Duration wait;
    private final Queue<Slot> waiting = new ArrayDeque<>();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final ExecutorService files;
    private final Thread gatherer = new Thread(this::gather, "payment-files");
    private boolean closing;

    /** Sends one file. Called by several threads at a time. */
    @FunctionalInterface
    interface FileSender {
        /**
         * Sends it, once.
         *
         * @return by end-to-end id what the answer says of each; one that is missing is unknown
         */
        Map<String, Outcome<Transfer>> send(List<Instruction> instructions) throws InterruptedException;

        /** Gets ready to. */
        default void prepare() {}
    }

    /**
     * @param most instructions of a file
     * @param wait how long the first one of a file waits for others
     * @param atATime files under way at a time
     */
    FileGathering(FileSender sender, int most, Duration wait, int atATime) {
        this.sender = sender;
        this.most = most;
        this.wait = wait;
        this.files = Executors.newFixedThreadPool(atATime, work -> {
            Thread thread = new Thread(work, "payment-file");
            thread.setDaemon(true);
            return thread;
        });
        files.execute(sender::prepare);
        gatherer.setDaemon(true);
        gatherer.start();
    }

    /**
     * Has an instruction sent in the next file and waits for its own outcome.
     *
     * @param limit half of it to be taken into a file, the rest for the answer
     */
    Outcome<Transfer> send(Instruction instruction, Duration limit) throws InterruptedException {
        long begun = System.nanoTime();
        Slot slot = new Slot(instruction);
        add(slot);
        try {
            boolean unused = slot.awaitDecided(Math.max(1, limit.toMillis() / 2));
            if (slot.withdraw() || slot.isWithdrawn()) {
                return Outcome.notExecuted("not-sent", "no payment file has taken it");
            }
            return slot.await(limit.toMillis() - TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun));
        } catch (InterruptedException interrupted) {
            if (slot.withdraw()) {
                Thread.currentThread().interrupt();
                return Outcome.notExecuted("not-sent", "no payment file had taken it when the call was stopped");
            }
            throw interrupted;
        }
    }

    /** What waits is withdrawn, what was sent is waited for a while. */
    @Override
    public void close() {
        lock.lock();
        try {
            closing = true;
            waiting.forEach(Slot::withdraw);
            waiting.clear();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        try {
            gatherer.join();
            files.shutdown();
            boolean unused = files.awaitTermination(LONGEST_STOP_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void add(Slot slot) {
        lock.lock();
        try {
            if (closing) {
                slot.withdraw();
            } else {
                waiting.add(slot);
                changed.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    private void gather() {
        try {
            for (List<Slot> next = next(); !next.isEmpty(); next = next()) {
                List<Slot> file = next;
                files.execute(() -> dispatch(file));
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** The instructions of the next file; none when this is closed. */
    private List<Slot> next() throws InterruptedException {
        lock.lock();
        try {
            while (true) {
                while (waiting.isEmpty() && !closing) {
                    changed.await();
                }
                long left = wait.toNanos();
                while (waiting.size() < most && !closing && left > 0) {
                    left = changed.awaitNanos(left);
                }
                if (closing) {
                    return List.of();
                }
                List<Slot> file = take();
                if (!file.isEmpty()) {
                    return file;
                }
            }
        } finally {
            lock.unlock();
        }
    }

    /** Two instructions of one id never travel together: the answer could not tell them apart. */
    private List<Slot> take() {
        List<Slot> file = new ArrayList<>();
        Set<String> ids = new HashSet<>();
        Iterator<Slot> slots = waiting.iterator();
        while (slots.hasNext() && file.size() < most) {
            Slot slot = slots.next();
            if (!ids.contains(slot.instruction().endToEndId())) {
                slots.remove();
                if (slot.take()) {
                    ids.add(slot.instruction().endToEndId());
                    file.add(slot);
                }
            }
        }
        return file;
    }

    /** Whatever goes wrong here happens to a file that may have been sent. */
    private void dispatch(List<Slot> file) {
        try {
            Map<String, Outcome<Transfer>> outcomes =
                    sender.send(file.stream().map(Slot::instruction).toList());
            file.forEach(slot -> slot.complete(outcomes.getOrDefault(
                    slot.instruction().endToEndId(),
                    Outcome.unknown("the answer to its payment file does not name it"))));
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            file.forEach(slot -> slot.complete(Outcome.unknown("sending its payment file was interrupted")));
        } catch (RuntimeException | Error defect) {
            file.forEach(slot -> slot.complete(Outcome.unknown("sending its payment file failed: " + defect)));
            throw defect;
        }
    }
}

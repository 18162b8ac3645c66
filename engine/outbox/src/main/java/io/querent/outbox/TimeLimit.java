package io.querent.outbox;

/** Interrupts the thread that made it, unless that has ended what it is for. */
final class TimeLimit implements Runnable {
    private final Thread thread = Thread.currentThread();
    private boolean ended;

    @Override
    public synchronized void run() {
        if (!ended) {
            thread.interrupt();
        }
    }

    /** No interruption comes from here afterwards, and one that came is forgotten. */
    synchronized void end() {
        ended = true;
        Thread.interrupted();
    }
}

package io.querent.receiver;

/** The right to work on an operation, until it ends or somebody takes over. Kept alive by the guard's heartbeat. Thread-safe. */
public interface OperationLease {
    /** Who called. */
    String caller();

    /** The operation's key: what to send on, so that whoever is called can recognise a repeat. */
    String key();

    /** Grows with every change of hands: what to send on, so that whoever is called can refuse a former owner. */
    long token();

    /** The how-many-eth try this is, from 1. */
    int attempt();

    /**
     * Whether it is still held, as far as known here. Ask before each call elsewhere: who has lost the lease must stop.
     *
     * @throws LeaseLostException QRT-9007 when it is not
     */
    void check();
}

package io.querent.benchmarks.contender;

/** Something that runs the job. Thread-safe. */
public interface Contender extends AutoCloseable {
    /** How the report calls it. */
    String name();

    /** The schema of its tables; round trips of its connections are counted under the same name. */
    String schema();

    /** Runs one saga, from its start until its end is stored. Blocks the calling thread. */
    void run(Order order) throws Exception;

    /** More sagas in flight than this only make it slower. */
    int mostInFlight();

    /** Whether the threads that call {@link #run} may be virtual ones. Threads of the platform suit JDBC better. */
    boolean likesVirtualThreads();

    /** Appends and the commits that they shared since the contender was opened. */
    Appends appends();

    @Override
    void close();

    /**
     * Appends and commits.
     *
     * @param count durable steps forward: the start, and each operation's end
     * @param commits transactions that carried them; 0 when the contender does not tell
     */
    record Appends(long count, long commits) {
        /** Those since {@code earlier}. */
        public Appends since(Appends earlier) {
            return new Appends(count - earlier.count, commits - earlier.commits);
        }
    }
}

package io.querent.benchmarks.growth;

import java.time.Duration;
import java.util.List;

/** The points of one curve, set up and ready to be measured in any order. */
interface Points extends AutoCloseable {
    List<Point> all();

    /** Runs everything that is part of it for so long. */
    void warmUp(Duration each) throws Exception;

    /** Whether the server writes its dirty pages before each point, and not only before each round. */
    default boolean afterCheckpoint() {
        return false;
    }

    /** How long a point takes to be measured, given how long most do. */
    default Duration lengthened(Duration usual) {
        return usual;
    }

    @Override
    void close() throws Exception;
}

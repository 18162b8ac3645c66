package io.querent.runtime.admin;

import io.querent.runtime.call.DownstreamView;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** What nodes say of themselves, every few seconds. Thread-safe. */
public interface Nodes {
    /** Says what a node sees now; the time is the database's. */
    void report(Report report);

    /** Forgets a node that ends in order; one that comes to grief stays, and falls silent. */
    void forget(String node);

    /** The latest report of each node that was heard of within a day, by name. */
    List<Heard> all();

    /**
     * What a node sees.
     *
     * @param node its name
     * @param ownedSagas sagas that it runs now
     * @param definitions name and version, as {@code payment/2}, of what it can run
     * @param downstreams what it sees of each downstream, by name
     */
    record Report(String node, long ownedSagas, List<String> definitions, Map<String, DownstreamView> downstreams) {
        public Report {
            definitions = List.copyOf(definitions);
            downstreams = Map.copyOf(downstreams);
        }
    }

    /**
     * A report and its age.
     *
     * @param at when it was written
     * @param silent whether the node has missed three reports: it is down, or cannot reach the database
     */
    record Heard(Report report, Instant at, boolean silent) {}
}

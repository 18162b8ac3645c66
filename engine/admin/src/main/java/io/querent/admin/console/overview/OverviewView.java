package io.querent.admin.console.overview;

import io.querent.admin.console.page.Badge;
import io.querent.admin.console.page.Moment;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The overview.
 *
 * @param asOf when the figures were read, by the database's clock
 * @param idle definitions with sagas that have not ended and that no node runs
 */
public record OverviewView(
        Moment asOf,
        List<Figure> sagas,
        Backlog unknown,
        Backlog compensations,
        Figure reviews,
        @Nullable Moment oldestReview,
        Figure letters,
        List<String> idle,
        List<Node> nodes,
        List<Downstream> downstreams,
        List<Stuck> stuck) {
    public OverviewView {
        sagas = List.copyOf(sagas);
        idle = List.copyOf(idle);
        nodes = List.copyOf(nodes);
        downstreams = List.copyOf(downstreams);
        stuck = List.copyOf(stuck);
    }

    /** A number and where what it counts is found. */
    public record Figure(String label, String value, String link) {}

    /**
     * Operations that wait.
     *
     * @param amounts sums by currency, in words; empty where no amount is stated
     */
    public record Backlog(String value, @Nullable Moment oldest, List<String> amounts, String without) {
        public Backlog {
            amounts = List.copyOf(amounts);
        }
    }

    /** A node. */
    public record Node(String name, boolean silent, Moment heard, long owned, String definitions) {}

    /**
     * A downstream, over all nodes that are not silent.
     *
     * @param amplification sends and questions for each operation
     * @param openOn nodes on which its circuit is open
     */
    public record Downstream(
            String name,
            String amplification,
            long sends,
            long questions,
            int inUse,
            int slots,
            int waiting,
            long refusals,
            List<String> openOn) {
        public Downstream {
            openOn = List.copyOf(openOn);
        }
    }

    /** An operation that has not moved for long. */
    public record Stuck(
            String link,
            String sagaLink,
            String businessKey,
            String definition,
            String operation,
            Badge status,
            int attempts,
            Moment since,
            String amount,
            String trouble) {}
}

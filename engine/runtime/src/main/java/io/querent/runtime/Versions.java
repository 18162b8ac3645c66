package io.querent.runtime;

import io.querent.decision.Authority;
import io.querent.decision.SagaStatus;
import io.querent.runtime.journal.DefinitionRegistry.Registered;
import io.querent.saga.SagaKey;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Versions of definitions, side by side. A saga finishes under the version that it was started under, on the nodes that have it, unless a
 * person moves it. Thread-safe. Its methods throw {@link EngineUnavailableException} when the database cannot be reached.
 */
public interface Versions {
    /** Every version that was ever registered, with how many sagas of it are under way. */
    List<Registered> registered();

    /**
     * What changing from one version to another means to the sagas that are under way.
     *
     * @param from the version that they run under
     * @param to a newer version, which this node has
     * @param page which of them
     * @throws io.querent.saga.QuerentException when a version is not known
     */
    Plan plan(String definition, int from, int to, Page page);

    /**
     * Moves one saga to a newer version that this node has (R13). The receipt says what stands in the way.
     *
     * @throws io.querent.runtime.work.OutsideCommands.UnknownSagaException when there is no such saga
     */
    Receipt move(SagaKey saga, int to, Authority authority);

    /**
     * A page of sagas.
     *
     * @param after the last saga of the page before; null for the first page
     * @param limit at most so many, up to 500
     */
    record Page(@Nullable SagaKey after, int limit) {
        /** The first page. */
        public static Page first(int limit) {
            return new Page(null, limit);
        }
    }

    /**
     * A plan.
     *
     * @param changes what differs between the two versions, one line each
     * @param sagas sagas under way of the earlier version
     */
    record Plan(List<String> changes, List<Verdict> sagas) {
        public Plan {
            changes = List.copyOf(changes);
            sagas = List.copyOf(sagas);
        }
    }

    /**
     * What is true of one saga.
     *
     * @param obstacles what stands against moving it; empty when it may move
     */
    record Verdict(SagaKey saga, SagaStatus status, List<String> obstacles) {
        public Verdict {
            obstacles = List.copyOf(obstacles);
        }

        /** Whether it may move. */
        public boolean mayMove() {
            return obstacles.isEmpty();
        }
    }
}

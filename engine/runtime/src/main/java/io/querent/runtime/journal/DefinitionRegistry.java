package io.querent.runtime.journal;

import io.querent.runtime.journal.SagaJournal.DefinitionVersion;
import io.querent.saga.DefinitionShape;
import io.querent.saga.SagaKey;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Which versions of definitions there are, and which sagas run under them. Thread-safe. Throws when the database cannot be reached. */
public interface DefinitionRegistry {
    /** Most sagas of a page of {@link #live}. */
    int LONGEST_PAGE = 500;

    /**
     * Says that a node runs this version. A shape that differs from the one stored takes its place only while no saga of this version is
     * under way.
     *
     * @return the shape that counts now: the given one, or the one that sagas under way were started under
     */
    DefinitionShape register(DefinitionVersion version, DefinitionShape shape);

    /** Says that a node still runs these versions. */
    void seen(Collection<DefinitionVersion> versions);

    /** Every version that was ever registered, by name and version. */
    List<Registered> all();

    /**
     * Sagas of a version that have not ended, by key.
     *
     * @param after the last one of the page before; null for the first page
     */
    List<StoredSaga> live(DefinitionVersion version, @Nullable SagaKey after, int limit);

    /**
     * Sagas that have been due for some time and whose version no node has said to run for as long, by version; counts up to a bound.
     *
     * @param longerThan how long
     */
    List<Unattended> unattended(Duration longerThan);

    /**
     * A version of a definition.
     *
     * @param live how many sagas of it have not ended
     * @param lastSeen when a node last said that it runs it
     */
    record Registered(
            DefinitionVersion version, DefinitionShape shape, Instant firstSeen, Instant lastSeen, long live) {}

    /** Sagas that nobody runs. */
    record Unattended(DefinitionVersion version, long sagas) {}
}

package io.querent.runtime.action;

import io.querent.runtime.journal.Letter;
import io.querent.runtime.journal.StoredSaga;
import java.time.Duration;
import java.util.Optional;

/**
 * Says which letters need a second person. The nodes hold letters against the same rules when they carry them out: this one only spares
 * people a refusal, and asks the second person at once.
 */
public interface SecondPerson {
    /** What is demanded of a letter; empty when nothing is. */
    Optional<Demand> demandOf(StoredSaga saga, Letter letter);

    /**
     * A second person is demanded.
     *
     * @param rule the rule, in words
     * @param lasts how long a request can be approved
     */
    record Demand(String rule, Duration lasts) {}
}

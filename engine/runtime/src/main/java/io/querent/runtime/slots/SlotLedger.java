package io.querent.runtime.slots;

import io.querent.runtime.journal.JournalUnavailableException;
import java.util.Collection;
import java.util.Map;

/** Where it is written down who has which slots. By the database's clock; nothing is held between two calls. Thread-safe. */
public interface SlotLedger {
    /**
     * Renews what the holder keeps, takes back what it does not, and gives it what it may have besides.
     *
     * @return what it has now, by downstream. A downstream that is missing could not be settled because other holders did so at the
     *     same moment, time after time: nothing has changed there, and the lease was not renewed
     * @throws JournalUnavailableException when the database cannot be reached; the holder has what it had at least, until its lease ends
     */
    Map<String, SlotGrant> settle(SlotHolder holder, Collection<SlotAsk> asks);
}

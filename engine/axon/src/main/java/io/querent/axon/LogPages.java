package io.querent.axon;

import io.querent.decision.SagaEvent;
import io.querent.runtime.journal.EventLog.EventPosition;
import io.querent.runtime.journal.EventLog.LoggedEvent;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Spliterators;
import java.util.function.Consumer;
import org.axonframework.eventhandling.TrackedEventMessage;

/** Reads the log page by page, each when it is asked for, up to the newest event that may be read. Not thread-safe. */
final class LogPages extends Spliterators.AbstractSpliterator<TrackedEventMessage<SagaEvent>> {
    /** Events in one read of the log. */
    static final int PAGE_SIZE = 500;

    private final Page read;
    private EventPosition position;
    private Iterator<LoggedEvent> page = Collections.emptyIterator();
    private boolean last;

    /** How a page is read. */
    @FunctionalInterface
    interface Page {
        List<LoggedEvent> after(EventPosition position, int limit);
    }

    LogPages(Page read, EventPosition after) {
        super(Long.MAX_VALUE, ORDERED | NONNULL | DISTINCT);
        this.read = read;
        this.position = after;
    }

    @Override
    public boolean tryAdvance(Consumer<? super TrackedEventMessage<SagaEvent>> action) {
        if (!page.hasNext() && !last) {
            List<LoggedEvent> events = read.after(position, PAGE_SIZE);
            last = events.size() < PAGE_SIZE;
            page = events.iterator();
        }
        if (!page.hasNext()) {
            return false;
        }
        LoggedEvent next = page.next();
        position = next.position();
        action.accept(SagaMessages.tracked(next));
        return true;
    }
}

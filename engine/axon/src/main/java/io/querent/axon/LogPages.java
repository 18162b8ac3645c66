package io.querent.axon;

import io.querent.decision.SagaEvent;
import io.querent.runtime.journal.EventLog;
import io.querent.runtime.journal.EventLog.EventPosition;
import io.querent.runtime.journal.EventLog.LoggedEvent;
import java.util.Collections;
import java.util.Iterator;
import java.util.Spliterators;
import java.util.function.Consumer;
import org.axonframework.eventhandling.TrackedEventMessage;

/** Reads the log page by page, each when it is asked for, up to the newest event that may be read. Not thread-safe. */
final class LogPages extends Spliterators.AbstractSpliterator<TrackedEventMessage<SagaEvent>> {
    private final EventLog log;
    private final int pageSize;
    private EventPosition position;
    private Iterator<LoggedEvent> page = Collections.emptyIterator();
    private boolean last;

    LogPages(EventLog log, EventPosition after, int pageSize) {
        super(Long.MAX_VALUE, ORDERED | NONNULL | DISTINCT);
        this.log = log;
        this.position = after;
        this.pageSize = pageSize;
    }

    @Override
    public boolean tryAdvance(Consumer<? super TrackedEventMessage<SagaEvent>> action) {
        if (!page.hasNext() && !last) {
            var events = log.read(position, pageSize);
            last = events.size() < pageSize;
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

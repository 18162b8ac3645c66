package io.querent.axon;

import io.querent.runtime.journal.EventLog.EventPosition;
import java.util.OptionalLong;
import org.axonframework.eventhandling.TrackingToken;
import org.jspecify.annotations.Nullable;

/**
 * How far a streaming processor has read: all events up to and with this one.
 *
 * <p>Events are ordered by the transaction that wrote them, then by their number, and a reader is shown none while an older one
 * could still appear. So a position says all there is to say: there are no gaps to remember, and of two positions one always
 * covers the other. Where Axon knows no position it says null, which comes before every event.
 *
 * @param transaction id of the transaction that wrote the event
 * @param index number of the event, unique in the log
 */
public record LogPosition(long transaction, long index) implements TrackingToken {
    /** Before every event. */
    public static final LogPosition START = of(EventPosition.START);

    static LogPosition of(EventPosition position) {
        return new LogPosition(position.transaction(), position.index());
    }

    EventPosition toEventPosition() {
        return new EventPosition(transaction, index);
    }

    @Override
    public @Nullable LogPosition lowerBound(@Nullable TrackingToken other) {
        return covers(other) ? position(other) : this;
    }

    @Override
    public LogPosition upperBound(@Nullable TrackingToken other) {
        LogPosition position = position(other);
        return position == null || covers(position) ? this : position;
    }

    @Override
    public boolean covers(@Nullable TrackingToken other) {
        LogPosition position = position(other);
        return position == null || position.toEventPosition().compareTo(toEventPosition()) <= 0;
    }

    /** The event's number, for people. It follows the order of the log roughly, not strictly. */
    @Override
    public OptionalLong position() {
        return OptionalLong.of(index);
    }

    private static @Nullable LogPosition position(@Nullable TrackingToken token) {
        if (token == null || token instanceof LogPosition) {
            return (LogPosition) token;
        }
        throw AxonRefusals.foreignToken(token);
    }
}

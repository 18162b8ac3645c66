package io.querent.postgres;

import io.querent.runtime.codec.EncodedEvent;
import io.querent.runtime.codec.UnreadableEventException;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/**
 * Events that were written together, as one row: a row costs the server as much as the text in it, and two index entries. A row of one
 * event is that event; a row of several has the type {@link #SEVERAL} and an array of objects of one member each, named by type and
 * revision. An event's own text is kept as it was written.
 *
 * @param last number of the last of the events within their saga
 */
record EventRow(String type, int revision, String payload, long last) {
    /** Of a row with several events; no event has this name. */
    static final String SEVERAL = "several";

    /** Events in a row at most, so that an event's place within its row fits into the bits that its position in the log has for it. */
    static final int MOST = 256;

    /** From here on a row is full: what is beyond half a page is stored out of line in any case. */
    private static final int MOST_CHARACTERS = 256 * 1024;

    private static final int REVISION = 1;
    private static final JsonFactory JSON = new JsonFactory();

    /** An event with its number within its saga. */
    record Numbered(long sequence, EncodedEvent event) {}

    /** @param before number of the saga's events before these */
    static List<EventRow> of(List<EncodedEvent> events, long before) {
        List<EventRow> rows = new ArrayList<>(1);
        int from = 0;
        int characters = 0;
        for (int next = 0; next < events.size(); next++) {
            int length = events.get(next).json().length();
            if (next > from && (next - from == MOST || characters + length > MOST_CHARACTERS)) {
                rows.add(row(events.subList(from, next), characters, before + next));
                from = next;
                characters = 0;
            }
            characters += length;
        }
        if (from < events.size()) {
            rows.add(row(events.subList(from, events.size()), characters, before + events.size()));
        }
        return rows;
    }

    private static EventRow row(List<EncodedEvent> events, int characters, long last) {
        if (events.size() == 1) {
            EncodedEvent only = events.get(0);
            return new EventRow(only.type(), only.revision(), only.json(), last);
        }
        StringBuilder payload = new StringBuilder(characters + 48 * events.size());
        char before = '[';
        for (EncodedEvent event : events) {
            payload.append(before)
                    .append("{\"")
                    .append(event.type())
                    .append('/')
                    .append(event.revision())
                    .append("\":")
                    .append(event.json())
                    .append('}');
            before = ',';
        }
        return new EventRow(SEVERAL, REVISION, payload.append(']').toString(), last);
    }

    /**
     * The events of the row.
     *
     * @throws UnreadableEventException when the row is damaged, or was written by a later version in another way
     */
    List<Numbered> events() {
        if (!type.equals(SEVERAL)) {
            return List.of(new Numbered(last, new EncodedEvent(type, revision, payload)));
        }
        if (revision != REVISION) {
            throw UnreadableEventException.unknown(new EncodedEvent(type, revision, payload));
        }
        List<EncodedEvent> events = parse();
        List<Numbered> numbered = new ArrayList<>(events.size());
        for (EncodedEvent event : events) {
            numbered.add(new Numbered(last - events.size() + 1 + numbered.size(), event));
        }
        return numbered;
    }

    private List<EncodedEvent> parse() {
        List<EncodedEvent> events = new ArrayList<>();
        try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), payload)) {
            require(parser.nextToken() == JsonToken.START_ARRAY);
            while (parser.nextToken() == JsonToken.START_OBJECT) {
                String name = parser.nextName();
                require(name != null && name.indexOf('/') > 0);
                require(parser.nextToken() == JsonToken.START_OBJECT);
                int from = (int) parser.currentTokenLocation().getCharOffset();
                parser.skipChildren();
                int to = (int) parser.currentLocation().getCharOffset();
                require(parser.nextToken() == JsonToken.END_OBJECT);
                int slash = name.indexOf('/');
                events.add(new EncodedEvent(
                        name.substring(0, slash),
                        Integer.parseInt(name.substring(slash + 1)),
                        payload.substring(from, to)));
            }
            require(parser.currentToken() == JsonToken.END_ARRAY && !events.isEmpty());
        } catch (JacksonException | IllegalArgumentException damaged) {
            throw UnreadableEventException.damaged(new EncodedEvent(type, revision, payload), damaged);
        }
        return events;
    }

    private static void require(boolean right) {
        if (!right) {
            throw new IllegalArgumentException("no array of objects of one event each");
        }
    }
}

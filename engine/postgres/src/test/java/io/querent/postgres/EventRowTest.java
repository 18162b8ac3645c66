package io.querent.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.querent.runtime.codec.EncodedEvent;
import io.querent.runtime.codec.UnreadableEventException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EventRowTest {
    private static final String NESTED =
            "{\"a\":{\"b\":[1,{\"c\":\"}]\\\"{\"}]} , \"d\" : \"\\u0000 ä \\ud83d\\ude00 \\ud800\",\"e\":1.50e0}";

    @Test
    void oneEventIsARowAsItIs() {
        EncodedEvent event = new EncodedEvent("saga-started", 1, NESTED);

        List<EventRow> rows = EventRow.of(List.of(event), 0);

        assertThat(rows).containsExactly(new EventRow("saga-started", 1, NESTED, 1));
        assertThat(rows.get(0).events()).containsExactly(new EventRow.Numbered(1, event));
    }

    @Test
    void severalEventsComeBackAsTheyWereWritten() {
        List<EncodedEvent> events = List.of(
                new EncodedEvent("operation-succeeded", 1, NESTED),
                new EncodedEvent("attempt-started", 12, "{}"),
                new EncodedEvent("saga-completed", 1, "{\"at\":\"2026-11-30T10:00:00Z\"}"));

        List<EventRow> rows = EventRow.of(events, 7);

        assertThat(rows).hasSize(1);
        assertThat(rows.get(0).last()).isEqualTo(10);
        assertThat(rows.get(0).events())
                .containsExactly(
                        new EventRow.Numbered(8, events.get(0)),
                        new EventRow.Numbered(9, events.get(1)),
                        new EventRow.Numbered(10, events.get(2)));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 255, 256, 257, 1_000})
    void manyEventsAreAsManyRowsAsNeeded(int count) {
        List<EncodedEvent> events = IntStream.range(0, count)
                .mapToObj(i -> new EncodedEvent("attempt-started", 1, "{\"i\":" + i + "}"))
                .toList();

        List<EventRow> rows = EventRow.of(events, 3);

        assertThat(rows).hasSize((count + EventRow.MOST - 1) / EventRow.MOST);
        assertAreWhole(rows, events, 3);
    }

    @Test
    void largeEventsAreRowsOfTheirOwn() {
        String large = "{\"text\":\"" + "x".repeat(200_000) + "\"}";
        List<EncodedEvent> events = List.of(
                new EncodedEvent("a", 1, large),
                new EncodedEvent("b", 1, "{}"),
                new EncodedEvent("c", 1, large),
                new EncodedEvent("d", 1, large));

        List<EventRow> rows = EventRow.of(events, 0);

        assertThat(rows).extracting(EventRow::last).containsExactly(2L, 3L, 4L);
        assertAreWhole(rows, events, 0);
    }

    @Test
    void noEventsAreNoRow() {
        assertThat(EventRow.of(List.of(), 5)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[]",
                "{}",
                "[1]",
                "[{}]",
                "[{\"a/1\":{}},{\"b/1\":7}]",
                "[{\"a\":{}}]",
                "[{\"a/b\":{}}]",
                "[{\"a/1\":{},\"b/1\":{}}]",
                "[{\"a/1\":{}}",
                "nonsense"
            })
    void aDamagedRowIsSaidToBe(String payload) {
        EventRow row = new EventRow(EventRow.SEVERAL, 1, payload, 2);

        assertThatThrownBy(row::events)
                .isInstanceOf(UnreadableEventException.class)
                .hasMessageContaining("a stored event is damaged; type=several, revision=1");
    }

    @Test
    void aRowOfALaterVersionIsLeftToIt() {
        assertThatThrownBy(() -> new EventRow(EventRow.SEVERAL, 2, "[]", 2).events())
                .isInstanceOf(UnreadableEventException.class)
                .hasMessageContaining("type=several, revision=2");
    }

    private static void assertAreWhole(List<EventRow> rows, List<EncodedEvent> events, long before) {
        List<EventRow.Numbered> all = new ArrayList<>();
        rows.forEach(row -> all.addAll(row.events()));
        assertThat(all).extracting(EventRow.Numbered::event).isEqualTo(events);
        assertThat(all)
                .extracting(EventRow.Numbered::sequence)
                .containsExactlyElementsOf(IntStream.range(0, events.size())
                        .mapToObj(i -> before + 1 + i)
                        .toList());
    }
}

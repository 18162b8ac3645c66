package io.querent.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.querent.runtime.journal.EventLog;
import io.querent.runtime.journal.EventLog.EventPosition;
import io.querent.runtime.journal.EventLog.LoggedEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** A reader of the log sees every committed event once, in order, and can go on where it was. */
public abstract class EventLogContract {
    /** The storage under test; a new one for each test. */
    protected abstract Storage storage();

    private EventLog log() {
        return storage().log();
    }

    @Test
    void eventsComeInOrderAndWithTheirPlace() {
        SagaStory story = new SagaStory("one", "node-1");
        story.runOn(storage().journal());

        List<LoggedEvent> events = log().read(EventPosition.START, 100);

        assertThat(events)
                .extracting(LoggedEvent::event)
                .isEqualTo(storage().journal().find(story.id()).orElseThrow().events());
        assertThat(events).extracting(LoggedEvent::position).isSorted().doesNotHaveDuplicates();
        assertThat(events).extracting(LoggedEvent::saga).containsOnly(story.key());
        assertThat(events)
                .extracting(LoggedEvent::sequence)
                .isEqualTo(LongStream.rangeClosed(1, story.version()).boxed().toList());
        assertThat(log().newest()).contains(events.get(events.size() - 1).position());
        assertThat(log().readSaga(story.id(), 3)).isEqualTo(events.subList(2, events.size()));
    }

    @Test
    void aReaderGoesOnFromItsPositionInPages() {
        for (int i = 0; i < 10; i++) {
            new SagaStory("paged-" + i, "node-1").runOn(storage().journal());
        }

        assertThat(readToTheEnd(EventPosition.START, 7)).hasSize(60).doesNotHaveDuplicates();
    }

    @Test
    void anEmptyLogHasNoNewest() {
        assertThat(log().newest()).isEmpty();
        assertThat(log().before(Instant.EPOCH)).isEmpty();
        assertThat(log().read(EventPosition.START, 10)).isEmpty();
    }

    @Test
    void aTimeLeadsToThePositionBeforeItsFirstEvent() {
        SagaStory early = new SagaStory("early", "node-1");
        early.appendTo(storage().journal(), early.start());
        storage().elapse(Duration.ofDays(1));
        SagaStory late = new SagaStory("late", "node-1");
        late.appendTo(storage().journal(), late.start());

        EventPosition from = log().before(storage().journal().serverTime().minus(Duration.ofHours(1)))
                .orElseThrow();

        assertThat(log().read(from, 10)).extracting(LoggedEvent::saga).containsExactly(late.key());
        assertThat(log().before(storage().journal().serverTime().plusSeconds(60)))
                .isEmpty();
    }

    private List<LoggedEvent> readToTheEnd(EventPosition from, int page) {
        List<LoggedEvent> all = new ArrayList<>();
        EventPosition position = from;
        List<LoggedEvent> some = log().read(position, page);
        while (!some.isEmpty()) {
            all.addAll(some);
            position = some.get(some.size() - 1).position();
            some = log().read(position, page);
        }
        return all;
    }
}

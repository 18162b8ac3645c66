package io.querent.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.querent.decision.SagaEvent;
import io.querent.saga.Outcome;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a downstream answers is stored, whatever it holds: a success is never lost because it cannot be written down. */
class HostileTextTest {
    private static final TestDatabase DATABASE = TestServer.newDatabase();
    private static final PostgresJournal JOURNAL = new PostgresJournal(DATABASE.dataSource());

    @AfterAll
    static void close() {
        JOURNAL.close();
        DATABASE.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ab\u0000c",
                "lone \uD83D surrogate",
                "\uDC00\uD800",
                "\uD83D\uDCB8",
                "'); DROP TABLE querent.saga; --",
                "{\"a\":\"\\u0000\"}",
                "\\\"{},NULL\n\t",
                "\uFFFE\uFFFF"
            })
    void aResultIsReadAsItWasAnswered(String text) {
        SagaStory story = new SagaStory("result-" + Integer.toHexString(text.hashCode()), "node-1");
        story.appendTo(JOURNAL, story.start());
        story.appendTo(JOURNAL, story.attempt("reserve"));

        story.appendTo(JOURNAL, story.succeeded("reserve", text));

        List<SagaEvent> events = JOURNAL.find(story.id()).orElseThrow().events();
        assertThat(events)
                .element(2)
                .isInstanceOfSatisfying(
                        SagaEvent.OperationSucceeded.class,
                        event -> assertThat(event.result()).isEqualTo(text));
    }

    @Test
    void evidenceWithANulIsStoredAndItsRowIsReadable() {
        SagaStory story = new SagaStory("evidence", "node-1");
        story.appendTo(JOURNAL, story.start());
        story.appendTo(JOURNAL, story.attempt("reserve"));

        story.appendTo(JOURNAL, story.outcome("reserve", Outcome.unknown("got \0 and \uD83D")));

        assertThat(JOURNAL.find(story.id()).orElseThrow().state()).isEqualTo(story.state());
        assertThat(DATABASE.count("SELECT count(*) FROM querent.operation WHERE last_error LIKE 'got \uFFFD and _'"))
                .isEqualTo(1);
    }
}

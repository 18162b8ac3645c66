package io.querent.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.querent.decision.SagaEvent;
import io.querent.runtime.journal.SagaJournal;
import io.querent.saga.Outcome;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a downstream answers is stored, whatever it holds: a success is never lost because it cannot be written down. */
public abstract class HostileTextContract {
    /** The storage under test. */
    protected abstract Storage storage();

    private SagaJournal journal() {
        return storage().journal();
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
        story.appendTo(journal(), story.start());
        story.appendTo(journal(), story.attempt("reserve"));

        story.appendTo(journal(), story.succeeded("reserve", text));

        List<SagaEvent> events = journal().find(story.id()).orElseThrow().events();
        assertThat(events)
                .element(2)
                .isInstanceOfSatisfying(
                        SagaEvent.OperationSucceeded.class,
                        event -> assertThat(event.result()).isEqualTo(text));
    }

    @Test
    void evidenceWithANulIsStored() {
        SagaStory story = new SagaStory("evidence", "node-1");
        story.appendTo(journal(), story.start());
        story.appendTo(journal(), story.attempt("reserve"));

        story.appendTo(journal(), story.outcome("reserve", Outcome.unknown("got \0 and \uD83D")));

        assertThat(journal().find(story.id()).orElseThrow().state()).isEqualTo(story.state());
    }
}

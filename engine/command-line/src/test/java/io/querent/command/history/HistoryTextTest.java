package io.querent.command.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.querent.decision.SagaStatus;
import io.querent.decision.history.Note;
import io.querent.decision.history.SagaHistory;
import io.querent.runtime.masking.MaskingRules;
import io.querent.runtime.masking.TextMask;
import io.querent.saga.SagaKey;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class HistoryTextTest {
    private static final Instant START = Instant.parse("2026-11-29T23:59:59Z");

    @Test
    void timesHaveTheirDateWhereASagaTookDays() {
        assertThat(text(START)).contains("23:59:59.000").doesNotContain("2026-11-29 23");
        assertThat(text(START.plus(Duration.ofSeconds(2))))
                .contains("2026-11-29 23:59:59.000", "2026-11-30 00:00:01.000");
    }

    private static String text(Instant end) {
        List<Note> notes = List.of(new Note(START, "started", ""), new Note(end, "paused", ""));
        SagaHistory history = new SagaHistory(SagaKey.of("pay", "1"), 1, SagaStatus.PAUSED, 2, START, List.of(), notes);
        return String.join("\n", HistoryText.lines(history, new TextMask(MaskingRules.parse(""))));
    }
}

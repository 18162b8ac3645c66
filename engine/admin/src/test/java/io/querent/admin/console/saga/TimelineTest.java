package io.querent.admin.console.saga;

import static org.assertj.core.api.Assertions.assertThat;

import io.querent.admin.console.page.Badge;
import io.querent.admin.console.page.Masks;
import io.querent.decision.FrozenRequest;
import io.querent.decision.SagaEvent;
import io.querent.decision.SagaStatus;
import io.querent.decision.Via;
import io.querent.runtime.journal.SagaRow;
import io.querent.runtime.journal.StoredSaga;
import io.querent.runtime.masking.MaskingRules;
import io.querent.runtime.masking.PayloadMask;
import io.querent.runtime.masking.TextMask;
import io.querent.saga.SagaKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TimelineTest {
    private static final SagaKey KEY = SagaKey.of("payment", "order-1");
    private static final Instant AT = Instant.parse("2026-11-30T12:00:00Z");
    private static final TextMask MASK = new TextMask(MaskingRules.NOTHING_SHOWN);

    @Test
    void aPageHoldsAsMuchHoweverManyAttemptsThereAre() {
        Timeline timeline = Timeline.of(KEY, attempts(1_000), null, MASK);

        assertThat(timeline.entries()).hasSize(Timeline.PAGE);
        assertThat(timeline.total()).isEqualTo(2_001);
        assertThat(timeline.newest()).isTrue();
    }

    @Test
    void pagesFollowEachOtherWithoutGapDownToTheFirst() {
        List<SagaEvent> events = attempts(60);
        List<Long> seen = new ArrayList<>();
        Long before = null;
        do {
            Timeline timeline = Timeline.of(KEY, events, before, MASK);
            timeline.entries().forEach(entry -> seen.add(entry.sequence()));
            before = timeline.older();
        } while (before != null);

        assertThat(seen).hasSize(121).doesNotHaveDuplicates().startsWith(121L).endsWith(1L);
    }

    @Test
    void aCompensationIsLinkedToItsOriginal() {
        Timeline timeline = Timeline.of(
                KEY,
                List.of(started(), new SagaEvent.OperationSucceeded("transfer.undo", 1, "{}", Via.ANSWER, AT)),
                null,
                MASK);

        assertThat(timeline.entries().get(0).original()).isEqualTo("transfer");
        assertThat(timeline.entries().get(0).link()).endsWith("/operations/transfer.undo");
    }

    @Test
    void resultsAreInNoTimelineAndFreeTextIsMasked() {
        Timeline timeline = Timeline.of(
                KEY,
                List.of(
                        started(),
                        new SagaEvent.OperationSucceeded("transfer", 1, "{\"iban\":\"DE0212\"}", Via.QUERY, AT),
                        new SagaEvent.OutcomeUnknown("book", 1, "account 4711471147114711 timed out", AT, AT, AT)),
                null,
                MASK);

        assertThat(timeline.entries().toString()).doesNotContain("DE0212").doesNotContain("4711471147114711");
    }

    @Test
    void whatIsSaidOfAnOperationIsPagedToo() {
        List<SagaEvent> events = attempts(1_000);
        SagaRow row = new SagaRow(KEY, 1, "v1:x", SagaStatus.WAITING, events.size(), null, 1, AT, AT, null);
        StepRow step = new StepRow(
                "transfer", "call", "", Badge.of(SagaStatus.WAITING), 1_000, 0, "", null, "", "/x", List.of());
        OperationReader reader = new OperationReader(new Masks(new PayloadMask(MaskingRules.NOTHING_SHOWN), MASK));

        OperationView first = reader.read(new StoredSaga(row, events), step, null);
        OperationView second = reader.read(new StoredSaga(row, events), step, first.olderAttempts());

        assertThat(first.allAttempts()).isEqualTo(1_000);
        assertThat(first.attempts()).hasSize(50);
        assertThat(first.attempts().get(0).number()).isEqualTo(1_000);
        assertThat(second.attempts().get(0).number()).isEqualTo(950);
        assertThat(first.request()).doesNotContain("DE0212");
    }

    private static SagaEvent started() {
        return new SagaEvent.SagaStarted(KEY, 1, "{}", "v1:x", false, AT);
    }

    private static List<SagaEvent> attempts(int count) {
        List<SagaEvent> events = new ArrayList<>(List.of(started()));
        for (int i = 1; i <= count; i++) {
            FrozenRequest request = i == 1 ? new FrozenRequest("{\"iban\":\"DE0212\"}", "v1:y") : null;
            events.add(new SagaEvent.AttemptStarted("transfer", i, request, 1, "node-1", AT.plusSeconds(30), AT));
            events.add(new SagaEvent.AttemptNotExecuted(
                    "transfer", i, "connect-refused", "nobody listens", AT.plusSeconds(60), AT));
        }
        return events;
    }
}

package io.querent.examples.settlement.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.querent.decision.SagaEvent;
import io.querent.decision.Via;
import io.querent.examples.payment.run.Console;
import io.querent.examples.payment.run.PaymentWatch.Standings;
import io.querent.examples.settlement.saga.Settlement;
import io.querent.examples.settlement.saga.SettlementSaga;
import io.querent.examples.settlement.service.SettlementDesk.Preview;
import io.querent.examples.settlement.service.Trigger;
import io.querent.runtime.journal.EventLog.EventPosition;
import io.querent.runtime.journal.EventLog.LoggedEvent;
import io.querent.saga.SagaKey;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What a run says of a date. */
class DayRunTest {
    private static final LocalDate DATE = LocalDate.of(2026, 11, 30);
    private static final Instant NOW = Instant.EPOCH;

    @Test
    void whatIsExpectedIsToldAsThatAndWhatCameOfItAsInTheRecord() {
        DayPlan.Day day = day(new Preview(1, 1, 1));

        assertThat(DayRun.asking(day))
                .isEqualTo("2026-11-30: asking for 3 settlements, RETRY by schedule; expecting 1 settled before,"
                        + " 1 under way, 1 new")
                .contains(DayRun.ASKING)
                .doesNotContain("replayed");
        assertThat(DayRun.answer(day, new Intake(0, 3, 0))).isEqualTo("2026-11-30: 3 replayed, 0 new");
    }

    @Test
    void aRefusalDoesNotSayThatAnythingWasReplayed() {
        assertThat(DayRun.refusal(day(new Preview(3, 0, 0))))
                .isEqualTo("2026-11-30 is settled (3 of 3 settlements); nothing was asked for."
                        + " Give --reason to ask again.");
    }

    @Test
    void progressCountsThePayoutsOfItsOwnSettlementsAlone() {
        Shown shown = new Shown();
        SagaKey own = SagaKey.of(SettlementSaga.NAME, "M001:2026-11-30:v1");
        SagaKey other = SagaKey.of(SettlementSaga.NAME, "M001:2026-11-29:v1");
        PayoutProgress progress = new PayoutProgress(shown, Set.of(own));

        for (SagaKey saga : List.of(other, own)) {
            progress.accept(logged(saga, new SagaEvent.AttemptStarted("pay.B1", 1, null, 1, "a", NOW, NOW)));
            progress.accept(logged(saga, new SagaEvent.OperationSucceeded("pay.B1", 1, "{}", Via.ANSWER, NOW)));
            progress.accept(logged(saga, new SagaEvent.AttemptStarted("pay.B2", 1, null, 1, "a", NOW, NOW)));
        }
        progress.show();

        assertThat(shown.all).containsExactly(new Standings(1, 1, 0));
    }

    private static final class Shown implements Console.Progress {
        private final List<Standings> all = new ArrayList<>();

        @Override
        public void accept(Standings standings) {
            all.add(standings);
        }

        @Override
        public void close() {
            // It holds nothing.
        }
    }

    private static LoggedEvent logged(SagaKey saga, SagaEvent event) {
        return new LoggedEvent(EventPosition.START, saga, 1, event);
    }

    private static DayPlan.Day day(Preview preview) {
        List<Settlement> settlements = List.of("M001", "M002", "M003").stream()
                .map(merchant -> new Settlement(merchant, DATE, "v1", NOW))
                .toList();
        return new DayPlan.Day(
                DATE, new Trigger(Trigger.Kind.RETRY, "schedule", null), settlements, preview, false, false);
    }
}

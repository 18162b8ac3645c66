package io.querent.examples.settlement.command;

import io.querent.examples.payment.run.PaymentWatch;
import io.querent.examples.settlement.saga.Settlement;
import io.querent.examples.settlement.service.SettlementDesk;
import io.querent.examples.settlement.service.SettlementDesk.Answer;
import io.querent.examples.settlement.service.Trigger;
import io.querent.saga.QuerentException;
import io.querent.saga.SagaKey;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;

/** Asks for settlements, and says what came of it. */
final class Asking {
    private static final int TRIES = 10;

    private final SettlementDesk desk;
    private final @Nullable PaymentWatch watch;
    private final Consumer<String> complaints;

    /** @param watch told of what was begun or found; null where nobody watches */
    Asking(SettlementDesk desk, @Nullable PaymentWatch watch, Consumer<String> complaints) {
        this.desk = desk;
        this.watch = watch;
        this.complaints = complaints;
    }

    /** Asks for all of a date. */
    Intake ask(DayPlan.Day day) {
        Intake intake = Intake.NONE;
        for (Settlement settlement : day.settlements()) {
            Answer answer = ask(settlement, day.trigger());
            if (answer instanceof Answer.Started started) {
                expect(started.saga());
                intake = intake.plus(1, 0, 0);
            } else if (answer instanceof Answer.Replayed replayed) {
                expect(replayed.saga());
                intake = intake.plus(0, 1, 0);
            } else if (answer instanceof Answer.Conflict conflict) {
                complaints.accept("settlement " + settlement.key() + " is another one: " + conflict.detail());
                intake = intake.plus(0, 0, 1);
            }
        }
        return intake;
    }

    /** A start that came to nothing for want of the database is asked for again, under the same key. */
    private Answer ask(Settlement settlement, Trigger trigger) {
        for (int tried = 1; ; tried++) {
            try {
                return desk.ask(settlement, trigger);
            } catch (QuerentException | DataAccessException unavailable) {
                if (tried == TRIES) {
                    throw unavailable;
                }
                complaints.accept(
                        "settlement " + settlement.key() + " waits for the database: " + unavailable.getMessage());
            }
        }
    }

    private void expect(SagaKey saga) {
        if (watch != null) {
            watch.expect(saga);
        }
    }
}

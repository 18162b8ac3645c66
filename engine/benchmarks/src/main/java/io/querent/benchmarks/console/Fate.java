package io.querent.benchmarks.console;

import io.querent.decision.QueryAnswer;
import io.querent.runtime.journal.Possession;
import io.querent.saga.OperationKey;
import io.querent.saga.Outcome;
import java.time.Duration;

/** What became of a saga, told step by step. */
enum Fate {
    COMPLETED {
        @Override
        Possession befall(Story story) {
            story.succeeds(ConsoleSaga.RESERVE).succeeds(ConsoleSaga.TRANSFER).succeeds(ConsoleSaga.CONFIRM);
            return new Possession.Rest();
        }
    },
    RETRIED {
        @Override
        Possession befall(Story story) {
            story.succeeds(ConsoleSaga.RESERVE)
                    .tries(ConsoleSaga.TRANSFER, BUSY)
                    .succeeds(ConsoleSaga.TRANSFER)
                    .succeeds(ConsoleSaga.CONFIRM);
            return new Possession.Rest();
        }
    },
    COMPENSATED {
        @Override
        Possession befall(Story story) {
            story.succeeds(ConsoleSaga.RESERVE)
                    .tries(ConsoleSaga.TRANSFER, REFUSED)
                    .succeeds(UNDO);
            return new Possession.Rest();
        }
    },
    FAILED {
        @Override
        Possession befall(Story story) {
            story.tries(ConsoleSaga.RESERVE, REFUSED);
            return new Possession.Rest();
        }
    },
    RUNNING {
        @Override
        Possession befall(Story story) {
            story.succeeds(ConsoleSaga.RESERVE).sends(ConsoleSaga.TRANSFER);
            return new Possession.Take(Story.NODE, Duration.ofHours(1));
        }
    },
    WAITING {
        @Override
        Possession befall(Story story) {
            story.succeeds(ConsoleSaga.RESERVE).tries(ConsoleSaga.TRANSFER, BUSY);
            return LONG_FROM_NOW;
        }
    },
    UNKNOWN {
        @Override
        Possession befall(Story story) {
            story.succeeds(ConsoleSaga.RESERVE)
                    .tries(ConsoleSaga.TRANSFER, LOST)
                    .asks(ConsoleSaga.TRANSFER, new QueryAnswer.Unavailable("connection refused"));
            return LONG_FROM_NOW;
        }
    },
    PENDING {
        @Override
        Possession befall(Story story) {
            story.succeeds(ConsoleSaga.RESERVE).tries(ConsoleSaga.TRANSFER, Outcome.pending("batch-17"));
            return LONG_FROM_NOW;
        }
    },
    IN_REVIEW {
        @Override
        Possession befall(Story story) {
            story.succeeds(ConsoleSaga.RESERVE)
                    .tries(ConsoleSaga.TRANSFER, LOST)
                    .asks(ConsoleSaga.TRANSFER, new QueryAnswer.Mismatch("another amount"));
            return new Possession.Rest();
        }
    },
    COMPENSATING {
        @Override
        Possession befall(Story story) {
            story.succeeds(ConsoleSaga.RESERVE)
                    .tries(ConsoleSaga.TRANSFER, REFUSED)
                    .tries(UNDO, BUSY);
            return LONG_FROM_NOW;
        }
    };

    private static final String UNDO = OperationKey.compensationOf(ConsoleSaga.RESERVE);
    private static final Outcome<String> BUSY = Outcome.notExecuted("bank-busy", "come back later");
    private static final Outcome<String> REFUSED = Outcome.rejected("insufficient-funds", "the account is empty");
    private static final Outcome<String> LOST = Outcome.unknown("read-timeout: no answer within 5 s");

    /** So that no engine begins to work on it while pages are measured. */
    private static final Possession LONG_FROM_NOW = new Possession.DueIn(Duration.ofDays(300));

    /** Has it happen to a saga that was just started; says who has the saga then. */
    abstract Possession befall(Story story);
}

package io.querent.examples.settlement.ledgerclient;

import io.querent.examples.settlement.ledger.message.BookSettlement;
import io.querent.examples.settlement.ledger.message.BookedSettlement;
import io.querent.examples.settlement.ledger.message.FreezeWindow;
import io.querent.examples.settlement.ledger.message.FrozenWindow;
import io.querent.examples.settlement.ledger.message.ReopenWindow;
import io.querent.examples.settlement.ledger.message.ReopenedWindow;
import io.querent.http.HttpDownstream;
import io.querent.saga.Action;
import io.querent.saga.Downstream;
import io.querent.saga.Query;
import java.net.URI;
import java.time.Duration;

/** The ledger, as the steps of a saga call it: each request once, under its key and token; what became of a key is asked there. Thread-safe. */
public final class LedgerSteps {
    /** What is true of a service that uses the receiver: a key is kept for good, and shows as soon as it is committed. */
    public static final Downstream LEDGER = Downstream.named("ledger")
            .honoursOperationKey(Duration.ofDays(3_650))
            .visibleWithin(Duration.ofSeconds(5))
            .concurrency(32)
            .timeLimit(Duration.ofSeconds(10))
            .build();

    private static final int UNPROCESSABLE_CONTENT = 422;

    private final HttpDownstream http;

    /** @param ledger where it listens */
    public LedgerSteps(URI ledger) {
        this.http = HttpDownstream.of(LEDGER)
                .baseUrl(ledger.toString())
                .answers(rules -> rules.codeAt("code")
                        .refusedOn(
                                UNPROCESSABLE_CONTENT,
                                "NO_SUCH_MERCHANT",
                                "WINDOW_TAKEN",
                                "NOT_FROZEN",
                                "DOES_NOT_ADD_UP",
                                "OTHER_SETTLEMENT"))
                .build();
    }

    /** Freezes a window. */
    public Action<FreezeWindow, FrozenWindow> freeze() {
        return http.at("/settlements/{settlement}/window", FreezeWindow.class)
                .variable("settlement", FreezeWindow::settlement)
                .post(FrozenWindow.class);
    }

    /** Asks what became of that. */
    public Query<FreezeWindow, FrozenWindow> frozen() {
        return http.operation(FrozenWindow.class);
    }

    /** Gives a window back. */
    public Action<ReopenWindow, ReopenedWindow> reopen() {
        return http.at("/settlements/{settlement}/reopening", ReopenWindow.class)
                .variable("settlement", ReopenWindow::settlement)
                .post(ReopenedWindow.class);
    }

    /** Asks what became of that. */
    public Query<ReopenWindow, ReopenedWindow> reopened() {
        return http.operation(ReopenedWindow.class);
    }

    /** Books a settlement. */
    public Action<BookSettlement, BookedSettlement> book() {
        return http.at("/settlements/{settlement}/booking", BookSettlement.class)
                .variable("settlement", BookSettlement::settlement)
                .post(BookedSettlement.class);
    }

    /** Asks what became of that. */
    public Query<BookSettlement, BookedSettlement> booked() {
        return http.operation(BookedSettlement.class);
    }
}

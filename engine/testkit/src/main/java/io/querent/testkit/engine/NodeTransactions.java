package io.querent.testkit.engine;

import io.querent.runtime.journal.Append;
import io.querent.runtime.journal.AppendResult;
import io.querent.runtime.journal.LocalTransactions;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/** Local transactions as one node has them while it lives. Thread-safe. */
final class NodeTransactions implements LocalTransactions {
    private final LocalTransactions transactions;
    private final Life life;
    private final HeldLeases held;

    NodeTransactions(LocalTransactions transactions, Life life, HeldLeases held) {
        this.transactions = transactions;
        this.life = life;
        this.held = held;
    }

    @Override
    public Optional<AppendResult> run(Work work) throws Exception {
        life.check();
        AtomicInteger number = new AtomicInteger();
        AtomicReference<Append> written = new AtomicReference<>();
        Optional<AppendResult> result = transactions.run(() -> {
            Optional<Append> append = work.run();
            append.ifPresent(each -> {
                number.set(life.beforeAppend(each));
                written.set(each);
            });
            // Thrown out of the work, it rolls everything back: so does the end of a process.
            life.check();
            return append;
        });
        Append append = written.get();
        if (append != null && result.isPresent()) {
            held.appended(append, result.get());
            life.afterAppend(append, number.get(), result.get());
        }
        life.check();
        return result;
    }
}

package io.querent.postgres.cases;

import static org.assertj.core.api.Assertions.assertThat;

import io.querent.decision.SagaStatus;
import io.querent.postgres.cases.Payments.Order;
import io.querent.runtime.SagaHandle;
import io.querent.runtime.journal.SagaJournal.HeldLease;
import io.querent.runtime.work.EngineCounters.Count;
import io.querent.saga.SagaDefinition;
import io.querent.saga.SagaId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/**
 * Renewing a lease and appending to the same saga wait for each other's row lock; neither may take the other for a sign that the
 * saga was lost. (PostgreSQL 18.1 answers a joined update that had to wait as if the row did not fit any more.)
 */
class RenewalUnderLoadTest extends EngineCase {
    private final ScriptedBank bank = new ScriptedBank();
    private final ScriptedBank ledger = new ScriptedBank();
    private final SagaDefinition<Order> pay =
            Payments.chargeAndLedger(bank, ledger, Payments.downstream("bank").build());

    @Test
    void noSagaIsLostToARenewalAtTheSameMoment() throws Exception {
        Node node = open("a", pay);
        AtomicBoolean done = new AtomicBoolean();
        List<HeldLease> leases = new ArrayList<>();
        List<Order> orders = new ArrayList<>();
        for (int i = 0; i < 400; i++) {
            orders.add(Order.of("r" + i, "10.00"));
            SagaId id = pay.keyOf(orders.get(i)).id();
            leases.add(new HeldLease(id, 1));
        }
        Thread renewing = new Thread(() -> {
            while (!done.get()) {
                node.journal.renew("a", leases, Duration.ofSeconds(2));
            }
        });
        renewing.start();

        List<SagaHandle> handles = new ArrayList<>();
        for (Order order : orders) {
            handles.add(node.engine.start(pay, order));
        }
        for (SagaHandle handle : handles) {
            assertThat(end(handle).status()).isEqualTo(SagaStatus.COMPLETED);
        }
        done.set(true);
        renewing.join();

        assertThat(node.engine.counters().of(Count.STALE_APPENDS)).isZero();
        assertThat(node.engine.counters().of(Count.LEASES_LOST)).isZero();
        assertThat(node.engine.counters().of(Count.SAGAS_CLAIMED)).isZero();
    }
}

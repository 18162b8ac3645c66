package io.querent.testkit.engine;

import io.querent.runtime.journal.Delivery;
import io.querent.runtime.journal.Letter;
import io.querent.runtime.journal.Mailbox;
import io.querent.saga.SagaId;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/** The mailbox as one node has it while it lives. Thread-safe. */
final class NodeMailbox implements Mailbox {
    private final Mailbox mailbox;
    private final Life life;
    private final AtomicInteger beingLookedAt = new AtomicInteger();

    NodeMailbox(Mailbox mailbox, Life life) {
        this.mailbox = mailbox;
        this.life = life;
    }

    /** Whether the node has taken letters that it has not answered yet. */
    boolean isBusy() {
        return beingLookedAt.get() > 0;
    }

    @Override
    public Delivery deliver(Letter letter) {
        return living().deliver(letter);
    }

    @Override
    public Optional<Delivery> find(SagaId saga, String messageId) {
        return living().find(saga, messageId);
    }

    @Override
    public List<Delivery> take(String node, Collection<String> definitions, int limit) {
        List<Delivery> taken = living().take(node, definitions, limit);
        beingLookedAt.addAndGet(taken.size());
        return taken;
    }

    @Override
    public Optional<Delivery> take(String node, Collection<String> definitions, Letter letter) {
        Optional<Delivery> taken = living().take(node, definitions, letter);
        taken.ifPresent(each -> beingLookedAt.incrementAndGet());
        return taken;
    }

    @Override
    public void putOff(Delivery delivery, Duration delay) {
        living().putOff(delivery, delay);
        answered();
    }

    @Override
    public boolean settle(Delivery delivery, Delivery.Settlement settlement) {
        boolean settled = living().settle(delivery, settlement);
        answered();
        return settled;
    }

    @Override
    public int park(Duration age, int limit) {
        return living().park(age, limit);
    }

    @Override
    public int forget(Duration age, int limit) {
        return living().forget(age, limit);
    }

    @Override
    public long countWaiting() {
        return living().countWaiting();
    }

    private void answered() {
        beingLookedAt.decrementAndGet();
        life.activity().note();
    }

    private Mailbox living() {
        life.check();
        return mailbox;
    }
}

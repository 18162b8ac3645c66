package io.querent.examples.payment.faultrun;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.querent.decision.SagaEvent;
import io.querent.decision.SagaStatus;
import io.querent.examples.payment.audit.Audit;
import io.querent.examples.payment.audit.CrossCheck;
import io.querent.examples.payment.faultrun.load.Orders;
import io.querent.examples.payment.faultrun.node.NodeOptions;
import io.querent.examples.payment.faultrun.site.NodeChild;
import io.querent.examples.payment.faultrun.site.Site;
import io.querent.examples.payment.ledger.Accounts;
import io.querent.examples.payment.ledger.LedgerBooks;
import io.querent.examples.payment.order.PaymentOrder;
import io.querent.examples.payment.saga.PaymentSaga;
import io.querent.postgres.PostgresJournal;
import io.querent.runtime.journal.SagaRow;
import io.querent.runtime.journal.StoredSaga;
import io.querent.saga.SagaKey;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.springframework.jdbc.core.simple.JdbcClient;

/** A site for one case: a bank without faults of its own, and what is asked of the databases. */
final class CaseSite implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final String SENDS =
            "SELECT coalesce(max(sends), 0) FROM bank.call_count WHERE operation_key = ANY (?)";
    private static final String BODIES = "SELECT count(*) FROM bank.sent_body WHERE operation_key = ANY (?)";
    private static final String BOOKINGS = "SELECT count(*) FROM bank.booking WHERE operation_key = ANY (?)";
    private static final String UNDER_WAY = "SELECT count(*) FROM querent.saga WHERE ended_at IS NULL";

    final Site site;
    private final HikariDataSource database;
    private final PostgresJournal journal;
    private final Set<PaymentOrder> given = new LinkedHashSet<>();
    private final Set<String> stored = ConcurrentHashMap.newKeySet();

    private CaseSite(Site site) {
        this.site = site;
        this.database = new HikariDataSource();
        database.setDataSource(site.database());
        database.setMaximumPoolSize(4);
        this.journal = new PostgresJournal(database);
    }

    /**
     * A site without nodes.
     *
     * @param ways how many there can be at a time
     */
    static CaseSite open(Path directory, int ways) throws Exception {
        CaseSite opened = new CaseSite(Site.open(directory, ways, List.of()));
        new Accounts(JdbcClient.create(opened.database)).open(new Orders(1).ofEveryAccount());
        return opened;
    }

    static PaymentOrder order(String id) {
        return new PaymentOrder(id, "7", "YZ", "86898794", new BigDecimal("25.40"), "CZK", "");
    }

    /** Starts a node on its way to the bank and waits until it works. */
    NodeChild node(int way, UnaryOperator<NodeOptions> change) throws Exception {
        NodeChild node = begin(way, change);
        site.awaitReady(node);
        return node;
    }

    /** The same without waiting. */
    NodeChild begin(int way, UnaryOperator<NodeOptions> change) {
        return site.addNode(way, change, NodeChild.noting(stored::add));
    }

    void awaitStored(Collection<String> orders) {
        await("all starts to be stored", () -> assertThat(stored).containsAll(orders));
    }

    void awaitEnd(PaymentOrder order, SagaStatus end) {
        await(
                "the end of " + order.orderId(),
                () -> assertThat(row(order).status()).isEqualTo(end));
    }

    static void await(String what, org.awaitility.core.ThrowingRunnable condition) {
        Awaitility.await(what)
                .atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(50))
                .untilAsserted(condition);
    }

    SagaRow row(PaymentOrder order) {
        return journal.findRow(key(order).id()).orElseThrow();
    }

    StoredSaga saga(PaymentOrder order) {
        return journal.find(key(order).id()).orElseThrow();
    }

    /** Events of the order's transfer. */
    List<SagaEvent.OperationEvent> transferEvents(PaymentOrder order) {
        return saga(order).events().stream()
                .filter(SagaEvent.OperationEvent.class::isInstance)
                .map(SagaEvent.OperationEvent.class::cast)
                .filter(event -> event.operation().equals(PaymentSaga.TRANSFER.name()))
                .toList();
    }

    /** Sends seen by the bank, of the transfer with the most. */
    long sends(PaymentOrder... orders) {
        return ofBank(SENDS, orders);
    }

    /** Different bodies of all transfers. */
    long bodies(PaymentOrder... orders) {
        return ofBank(BODIES, orders);
    }

    /** Bookings of all transfers. */
    long bookings(PaymentOrder... orders) {
        return ofBank(BOOKINGS, orders);
    }

    /** Sagas that have not ended. */
    long underWay() {
        return JdbcClient.create(database).sql(UNDER_WAY).query(Long.class).single();
    }

    long withoutWakeUp() {
        return journal.countWithoutWakeUp();
    }

    /** Holds everybody's books against all payments that were made here. */
    void assertThatBooksAgree() throws Exception {
        CrossCheck check = new Audit(site.bank().books(), new LedgerBooks(JdbcClient.create(database))).open();
        for (PaymentOrder order : given) {
            check.compare(saga(order).state(), order);
        }
        assertThat(check.conclude()).isEmpty();
    }

    /** Gives the order to the node. */
    void pay(NodeChild node, PaymentOrder order) {
        given.add(order);
        assertThat(node.pay(order)).isTrue();
    }

    @Override
    public void close() {
        journal.close();
        database.close();
        site.close();
    }

    private long ofBank(String question, PaymentOrder... orders) {
        String[] keys = Stream.of(orders)
                .map(order -> key(order).operation(PaymentSaga.TRANSFER.name()).encodedTo(PaymentSaga.BANK.keyLength()))
                .toArray(String[]::new);
        return JdbcClient.create(site.books())
                .sql(question)
                .params(List.of((Object) keys))
                .query(Long.class)
                .single();
    }

    private static SagaKey key(PaymentOrder order) {
        return SagaKey.of(PaymentSaga.NAME, order.orderId());
    }
}

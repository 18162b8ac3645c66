package io.querent.postgres.cases;

import static org.awaitility.Awaitility.await;

import io.querent.decision.Authority;
import io.querent.decision.OperationStatus;
import io.querent.decision.OperatorDecision;
import io.querent.decision.SagaEvent;
import io.querent.decision.SagaState;
import io.querent.decision.SagaStatus;
import io.querent.postgres.cases.Payments.Banks;
import io.querent.postgres.cases.Payments.Order;
import io.querent.postgres.cases.ScriptedBank.Booking;
import io.querent.runtime.Callback;
import io.querent.runtime.Receipt;
import io.querent.runtime.SagaHandle;
import io.querent.saga.OperationKey;
import io.querent.saga.QueryResult;
import io.querent.saga.SagaDefinition;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;

/** A case in which a downstream tells something unasked, or a person decides. */
abstract class WordCase extends EngineCase {
    final Banks banks = new Banks();
    final ScriptedBank holds = banks.holds();
    final ScriptedBank bank = banks.bank();
    final ScriptedBank refunds = banks.refunds();
    final SagaDefinition<Order> buy =
            Payments.reversible(banks, Payments.downstream("bank").build());

    /** A bank whose "not found" proves nothing while a test runs. */
    final SagaDefinition<Order> slow = Payments.reversible(
            banks,
            Payments.downstream("bank")
                    .visibleWithin(Duration.ofMinutes(5))
                    .timeLimit(Duration.ofMinutes(2))
                    .build());

    static Receipt decide(
            Node node, SagaHandle saga, OperatorDecision decision, String operator, long revision, String id) {
        return node.engine.decide(saga.key(), decision, new Authority(operator, "customer waits", revision, id));
    }

    /** Decides on what is stored now. */
    static Receipt decide(Node node, SagaHandle saga, OperatorDecision decision, String id) {
        return decide(node, saga, decision, "alice", state(node, saga).version(), id);
    }

    static Receipt tell(Node node, OperationKey key, String id, String amount) {
        return tell(node, key, id, QueryResult.found(new Booking("ref-" + key, new BigDecimal(amount))));
    }

    static Receipt tell(Node node, OperationKey key, String id, QueryResult<Booking> word) {
        return node.engine.tell(new Callback<>(key, id, "bank", word));
    }

    static SagaState state(Node node, SagaHandle saga) {
        return node.journal.find(saga.key().id()).orElseThrow().state();
    }

    static List<SagaEvent> events(Node node, SagaHandle saga) {
        return node.journal.find(saga.key().id()).orElseThrow().events();
    }

    static <E extends SagaEvent> List<E> events(Node node, SagaHandle saga, Class<E> kind) {
        return events(node, saga).stream()
                .filter(kind::isInstance)
                .map(kind::cast)
                .toList();
    }

    static void awaitStatus(SagaHandle saga, SagaStatus status) {
        await().until(() -> saga.status() == status);
    }

    static void awaitCharge(Node node, SagaHandle saga, OperationStatus status) {
        await().until(() -> state(node, saga).statusOf("charge") == status);
    }

    /** The bank answers every question so from now on. */
    void answers(ScriptedBank.Answer answer) {
        for (int i = 0; i < 5_000; i++) {
            bank.answer(answer);
        }
    }

    long audited(String condition) {
        return database().count("SELECT count(*) FROM querent.audit WHERE " + condition);
    }

    static OperationKey charge(SagaHandle saga) {
        return saga.key().operation("charge");
    }

    static String undo(SagaHandle saga, String step) {
        return saga.key().operation(OperationKey.compensationOf(step)).value();
    }
}

package io.querent.examples.payment.faultrun.verdict;

import io.querent.examples.payment.audit.CrossCheck;
import io.querent.examples.payment.audit.Finding;
import io.querent.examples.payment.order.PaymentOrder;
import io.querent.examples.payment.report.Totals;
import io.querent.examples.payment.saga.PaymentSaga;
import io.querent.runtime.codec.PayloadCodec;
import io.querent.runtime.journal.SagaJournal;
import io.querent.runtime.journal.StoredSaga;
import io.querent.saga.OperationKey;
import io.querent.saga.SagaId;
import io.querent.saga.SagaKey;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Gathers everything that is wrong, with the key of each. Used once; not thread-safe. */
final class Examination {
    private static final int BATCH = 200;
    private static final List<String> AT_THE_BANK =
            List.of(PaymentSaga.TRANSFER.name(), OperationKey.compensationOf(PaymentSaga.TRANSFER.name()));

    private final SagaJournal journal;
    private final CrossCheck check;
    private final PayloadCodec payloads = new PayloadCodec();
    private final Totals totals = new Totals();
    private final Set<String> bankKeys = new HashSet<>();
    private final List<String> problems = new ArrayList<>();
    private long operations;
    private int stored;
    private int lost;
    private int stuck;

    /** @param check that knows every effect */
    Examination(SagaJournal journal, CrossCheck check) {
        this.journal = journal;
        this.check = check;
    }

    /** Looks at the payment of every order that was given to a node. */
    void orders(List<PaymentOrder> given, Predicate<String> isAcknowledged) {
        for (int from = 0; from < given.size(); from += BATCH) {
            batch(given.subList(from, Math.min(given.size(), from + BATCH)), isAcknowledged);
        }
    }

    /** Orders that never got an answer, or got a no. */
    void starts(List<String> unanswered, Map<String, String> refused) {
        unanswered.forEach(order -> problems.add("UNANSWERED start; order=" + order));
        refused.forEach((order, reason) -> problems.add("REFUSED start; order=" + order + ", found=" + reason));
    }

    /** How many sagas there are, whoever asked for them. */
    void storedSagas(long count) {
        if (count != stored) {
            problems.add("UNASKED sagas; expected=" + stored + ", found=" + count);
        }
    }

    Verdict conclude(BankFigures bank) {
        List<Finding> findings = check.conclude();
        findings.forEach(finding -> problems.add(finding.toString()));
        bank.changedBodies()
                .forEach(key -> problems.add("CHANGED request; key=" + key + ", expected=one body, found=several"));
        bank.strays(bankKeys).forEach(key -> problems.add("STRAY key at the bank; key=" + key));
        long withoutWakeUp = journal.countWithoutWakeUp();
        if (withoutWakeUp != 0) {
            problems.add("FORGOTTEN sagas; expected=0, found=" + withoutWakeUp);
        }
        return new Verdict(
                totals,
                operations,
                new Verdict.BankCalls(bank.sends().size(), bank.allSends()),
                (int) findings.stream()
                        .filter(finding -> finding.kind() == Finding.Kind.DOUBLE)
                        .count(),
                lost,
                stuck,
                withoutWakeUp,
                problems);
    }

    private void batch(List<PaymentOrder> given, Predicate<String> isAcknowledged) {
        Map<SagaId, StoredSaga> sagas = journal
                .load(given.stream().map(order -> key(order).id()).toList())
                .stream()
                .collect(Collectors.toMap(saga -> saga.row().id(), Function.identity()));
        for (PaymentOrder order : given) {
            StoredSaga saga = sagas.get(key(order).id());
            if (saga != null) {
                examine(saga, order);
            } else if (isAcknowledged.test(order.orderId())) {
                lost++;
                problems.add("LOST payment; order=" + order.orderId() + ", expected=a saga, found=none");
            }
        }
    }

    private void examine(StoredSaga saga, PaymentOrder order) {
        stored++;
        totals.add(saga);
        operations += saga.state().operations().size();
        AT_THE_BANK.forEach(
                step -> bankKeys.add(saga.row().key().operation(step).encodedTo(PaymentSaga.BANK.keyLength())));
        if (!saga.row().status().isFinal() && saga.state().reviews().isEmpty()) {
            stuck++;
            problems.add("STUCK payment; order=" + order.orderId() + ", found=" + saga.row());
        }
        PaymentOrder input = payloads.read(
                "input of " + saga.row().key(), saga.state().origin().input(), PaymentOrder.class);
        if (!input.equals(order)) {
            problems.add("OTHER payment; order=" + order.orderId() + ", expected=" + order + ", found=" + input);
        }
        check.compare(saga.state(), order);
    }

    private static SagaKey key(PaymentOrder order) {
        return SagaKey.of(PaymentSaga.NAME, order.orderId());
    }
}

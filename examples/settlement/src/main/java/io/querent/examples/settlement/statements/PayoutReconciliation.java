package io.querent.examples.settlement.statements;

import io.querent.decision.FrozenRequest;
import io.querent.examples.payment.bankclient.Reversal;
import io.querent.examples.payment.bankclient.ReversalRequest;
import io.querent.examples.payment.bankclient.Transfer;
import io.querent.examples.payment.bankclient.TransferRequest;
import io.querent.examples.settlement.iso20022.StatementFile;
import io.querent.examples.settlement.iso20022.Uetr;
import io.querent.examples.settlement.saga.SettlementSaga;
import io.querent.runtime.SagaEngine;
import io.querent.runtime.codec.PayloadCodec;
import io.querent.runtime.journal.SagaJournal;
import io.querent.runtime.journal.SagaSearch.Filter;
import io.querent.runtime.journal.StoredSaga;
import io.querent.runtime.reconciliation.Direction;
import io.querent.runtime.reconciliation.ExpectedOperation;
import io.querent.runtime.reconciliation.ExpectedOperations;
import io.querent.runtime.reconciliation.ExpectedOperations.ReportedStep;
import io.querent.runtime.reconciliation.Reconciliation;
import io.querent.runtime.reconciliation.ReconciliationResult;
import io.querent.runtime.reconciliation.ReportEntry;
import io.querent.runtime.work.Definitions;
import java.util.List;
import java.util.Optional;

/**
 * Holds a statement against all payouts, and what takes them back: what is still unknown and stands there is decided, audited, in the name
 * of who runs this.
 */
public final class PayoutReconciliation {
    private static final Filter SETTLEMENTS =
            new Filter(null, SettlementSaga.NAME, null, null, null, null, null, null, null, null);

    private static final ReportedStep PAYOUTS = new ReportedStep(SettlementSaga.PAY.name(), Direction.DEBIT, Uetr::of);

    private final SagaJournal journal;
    private final PayloadCodec payloads;
    private final ExpectedOperations expected;
    private final Reconciliation reconciliation;

    public PayoutReconciliation(
            SagaEngine engine, SagaJournal journal, Definitions definitions, PayloadCodec payloads) {
        this.journal = journal;
        this.payloads = payloads;
        this.expected = new ExpectedOperations(journal, definitions, payloads);
        this.reconciliation = new Reconciliation(engine, payloads, this::result);
    }

    /** Payouts and reversals of which nobody knows what became of them. */
    public List<ExpectedOperation> open() {
        return operations().stream().filter(ExpectedOperation::isOpen).toList();
    }

    /**
     * Applies a statement. The same again decides nothing twice.
     *
     * @param operator who runs this
     * @param reason why
     * @throws io.querent.examples.payment.xml.RefusedFileException when it is not about the account from which is paid
     */
    public ReconciliationResult apply(StatementFile statement, String operator, String reason) {
        return reconciliation.apply(
                statement.requireAccount(SettlementSaga.DEBTOR_ACCOUNT).report(), operations(), operator, reason);
    }

    private List<ExpectedOperation> operations() {
        return expected.read(SETTLEMENTS, PAYOUTS, PAYOUTS.compensations());
    }

    /** Amount and key are the statement's own words; the rest a statement does not tell in our terms. */
    private Object result(ExpectedOperation operation, ReportEntry entry) {
        return operation.isCompensation() ? reversal(operation, entry) : transfer(operation, entry);
    }

    private Reversal reversal(ExpectedOperation operation, ReportEntry entry) {
        return new Reversal(
                operation.downstreamKey(),
                request(operation, ReversalRequest.class).originalKey(),
                entry.amount().value(),
                entry.amount().currency(),
                1);
    }

    private Transfer transfer(ExpectedOperation operation, ReportEntry entry) {
        TransferRequest sent = request(operation, TransferRequest.class);
        return new Transfer(
                operation.downstreamKey(),
                sent.debtorAccount(),
                sent.creditorBank(),
                sent.creditorAccount(),
                entry.amount().value(),
                entry.amount().currency(),
                1);
    }

    private <Q> Q request(ExpectedOperation operation, Class<Q> type) {
        FrozenRequest frozen = Optional.of(operation.key().saga().id())
                .flatMap(journal::find)
                .map(StoredSaga::state)
                .map(saga -> saga.operation(operation.key().operation()).request())
                .orElseThrow(
                        () -> new IllegalStateException("an operation that was read has gone; key=" + operation.key()));
        return payloads.read("request of " + operation.key(), frozen.body(), type);
    }
}

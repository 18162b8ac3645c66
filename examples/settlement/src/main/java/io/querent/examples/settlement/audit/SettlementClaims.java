package io.querent.examples.settlement.audit;

import io.querent.decision.OperationState;
import io.querent.decision.OperationStatus;
import io.querent.decision.SagaState;
import io.querent.decision.SagaStatus;
import io.querent.examples.payment.audit.Claim;
import io.querent.examples.payment.audit.Effect;
import io.querent.examples.payment.audit.Finding;
import io.querent.examples.payment.bankclient.TransferRequest;
import io.querent.examples.settlement.ledger.message.BookSettlement;
import io.querent.examples.settlement.reports.ReportStore;
import io.querent.examples.settlement.reports.StoredReport;
import io.querent.examples.settlement.saga.Settlement;
import io.querent.examples.settlement.saga.SettlementSaga;
import io.querent.runtime.codec.PayloadCodec;
import io.querent.saga.Amount;
import io.querent.saga.MinorUnits;
import io.querent.saga.OperationKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** What one settlement says about the books, by the state its events lead to. */
final class SettlementClaims {
    private static final MinorUnits UNITS = MinorUnits.iso4217();

    private final SagaState saga;
    private final PayloadCodec payloads;
    private final String settlement;

    SettlementClaims(SagaState saga, PayloadCodec payloads) {
        this.saga = saga;
        this.payloads = payloads;
        this.settlement = payloads.read("input of " + saga.key(), saga.origin().input(), Settlement.class)
                .key();
    }

    List<Claim> all() {
        List<Claim> claims = new ArrayList<>();
        saga.operations().values().stream().filter(this::isPayout).forEach(payout -> claimsOf(payout, claims));
        booking()
                .ifPresent(booking -> claims.add(new Claim(
                        Effects.booking(
                                booking.settlement(),
                                booking.totalMinor(),
                                booking.feesMinor(),
                                booking.returnedMinor(),
                                booking.currency()),
                        demand(SettlementSaga.BOOK.name()))));
        report().ifPresent(report -> {
            claims.add(new Claim(Effects.report(report), demand(SettlementSaga.REPORT_UPLOADED.name())));
            claims.add(new Claim(Effects.notice(settlement, report.sha256()), demand(SettlementSaga.REPORT_NOTIFIED)));
        });
        return claims;
    }

    /** What does not go together in the way the settlement ended; empty where all does. */
    Optional<Finding> contradiction() {
        boolean holds = switch (saga.ended().orElse(SagaStatus.RUNNING)) {
            case COMPLETED ->
                List.of(SettlementSaga.FREEZE_WINDOW.name(), SettlementSaga.BOOK.name(), SettlementSaga.REPORT_NOTIFIED)
                                .stream()
                                .allMatch(this::succeeded)
                        && payouts().noneMatch(payout -> succeeded(OperationKey.compensationOf(payout.name())));
            case COMPENSATED ->
                payouts()
                                .allMatch(payout -> succeeded(payout.name())
                                        == succeeded(OperationKey.compensationOf(payout.name())))
                        && !succeeded(SettlementSaga.BOOK.name());
            case FAILED ->
                payouts().noneMatch(payout -> succeeded(payout.name())) && !succeeded(SettlementSaga.BOOK.name());
            default -> true;
        };
        return holds
                ? Optional.empty()
                : Optional.of(new Finding(
                        Finding.Kind.CONTRADICTION,
                        "sagas",
                        saga.key().toString(),
                        "steps that go with " + saga.end(),
                        saga.operations().values().stream()
                                .map(operation -> operation.name() + " " + operation.status())
                                .toList()
                                .toString()));
    }

    /** A payout stands in the bank's books, on its statement and, when the settlement was booked, in the ledger. */
    private void claimsOf(OperationState payout, List<Claim> claims) {
        TransferRequest request = payloads.read(
                "request of " + payout.name(),
                Objects.requireNonNull(payout.request()).body(),
                TransferRequest.class);
        String key = bankKey(payout.name());
        String undo = OperationKey.compensationOf(payout.name());
        Claim.Demand paid = demand(payout.name());
        Claim.Demand undone = demand(undo);
        claims.add(new Claim(
                Effect.transfer(
                        key,
                        request.amount(),
                        request.currency(),
                        request.debtorAccount(),
                        request.creditorBank(),
                        request.creditorAccount()),
                paid));
        claims.add(new Claim(Effect.reversal(bankKey(undo), request.amount(), request.currency(), key), undone));
        claims.add(new Claim(Effects.stated(key, request.amount(), request.currency(), true), paid));
        claims.add(new Claim(Effects.stated(key, request.amount(), request.currency(), false), undone));
        Claim.Demand booked = demand(SettlementSaga.BOOK.name());
        claims.add(new Claim(
                Effects.payout(
                        settlement,
                        key,
                        UNITS.toMinorLong(new Amount(request.amount(), request.currency())),
                        request.currency()),
                booked == Claim.Demand.REQUIRED ? paid : booked));
    }

    private boolean isPayout(OperationState operation) {
        return operation.name().startsWith(SettlementSaga.PAY.name() + ".")
                && !saga.key().operation(operation.name()).isCompensation()
                && operation.request() != null;
    }

    private Stream<OperationState> payouts() {
        return saga.operations().values().stream().filter(this::isPayout);
    }

    private Optional<BookSettlement> booking() {
        return Optional.ofNullable(saga.operation(SettlementSaga.BOOK.name()).request())
                .map(request -> payloads.read("booking of " + settlement, request.body(), BookSettlement.class));
    }

    private Optional<StoredReport> report() {
        return saga.operation(SettlementSaga.REPORT_UPLOADED.name())
                .result()
                .map(result -> payloads.read("report of " + settlement, result, StoredReport.class))
                .map(report -> new StoredReport(
                        ReportStore.fileOf(key(SettlementSaga.REPORT_UPLOADED.name())), report.sha256()));
    }

    /** A settlement that is still under way may be ahead of the books that were read, or behind them. */
    private Claim.Demand demand(String operation) {
        OperationStatus status = saga.statusOf(operation);
        boolean atRest = saga.ended().isPresent() || !saga.reviews().isEmpty();
        if (!atRest) {
            return Claim.Demand.OPEN;
        }
        return switch (status) {
            case SUCCEEDED -> Claim.Demand.REQUIRED;
            case REJECTED, PLANNED -> Claim.Demand.FORBIDDEN;
            default -> Claim.Demand.OPEN;
        };
    }

    private boolean succeeded(String operation) {
        return saga.statusOf(operation) == OperationStatus.SUCCEEDED;
    }

    private String key(String operation) {
        return saga.key().operation(operation).value();
    }

    private String bankKey(String operation) {
        return saga.key().operation(operation).encodedTo(SettlementSaga.BANK.keyLength());
    }
}

package io.querent.examples.payment.audit;

import io.querent.decision.OperationStatus;
import io.querent.decision.SagaState;
import io.querent.decision.SagaStatus;
import io.querent.examples.payment.audit.Claim.Demand;
import io.querent.examples.payment.order.PaymentOrder;
import io.querent.examples.payment.saga.PaymentSaga;
import io.querent.saga.OperationKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What one payment says about the books, by the state its events lead to. */
final class Claims {
    private static final List<String> ACTIONS = List.of(
            PaymentSaga.RESERVE_FUNDS.name(),
            PaymentSaga.TRANSFER.name(),
            PaymentSaga.BOOK.name(),
            PaymentSaga.NOTIFY.name());
    private static final List<String> UNDOABLE = List.of(PaymentSaga.RESERVE_FUNDS.name(), PaymentSaga.TRANSFER.name());

    private final SagaState saga;
    private final PaymentOrder order;

    /** @param order the saga's input */
    Claims(SagaState saga, PaymentOrder order) {
        this.saga = saga;
        this.order = order;
    }

    List<Claim> all() {
        String release = OperationKey.compensationOf(PaymentSaga.RESERVE_FUNDS.name());
        String reversal = OperationKey.compensationOf(PaymentSaga.TRANSFER.name());
        String transferKey = bankKey(PaymentSaga.TRANSFER.name());
        List<Claim> claims = new ArrayList<>();
        claims.add(movement(PaymentSaga.RESERVE_FUNDS.name(), "RESERVE"));
        claims.add(movement(release, "RELEASE"));
        claims.add(movement(PaymentSaga.BOOK.name(), "BOOK"));
        claims.add(claim(
                PaymentSaga.TRANSFER.name(),
                Effect.transfer(
                        transferKey,
                        order.amount(),
                        order.currency(),
                        order.debtorAccount(),
                        order.creditorBank(),
                        order.creditorAccount())));
        claims.add(claim(reversal, Effect.reversal(bankKey(reversal), order.amount(), order.currency(), transferKey)));
        claims.add(claim(
                PaymentSaga.NOTIFY.name(),
                Effect.notice(key(PaymentSaga.NOTIFY.name()), order.orderId(), order.debtorAccount())));
        return claims;
    }

    /** What does not go together in the way the payment ended; empty where all does. */
    Optional<Finding> contradiction() {
        SagaStatus end = saga.ended().orElse(null);
        if (end == null) {
            return Optional.empty();
        }
        boolean holds = switch (end) {
            case COMPLETED ->
                ACTIONS.stream().allMatch(this::succeeded)
                        && UNDOABLE.stream().noneMatch(step -> succeeded(OperationKey.compensationOf(step)));
            case COMPENSATED ->
                UNDOABLE.stream().allMatch(step -> succeeded(step) == succeeded(OperationKey.compensationOf(step)))
                        && !succeeded(PaymentSaga.BOOK.name())
                        && !succeeded(PaymentSaga.NOTIFY.name());
            // A person has ended it as it stands: its status claims nothing, and what stands is held against the books
            // all the same.
            case ABANDONED -> true;
            default -> ACTIONS.stream().noneMatch(this::succeeded);
        };
        return holds
                ? Optional.empty()
                : Optional.of(new Finding(
                        Finding.Kind.CONTRADICTION,
                        "sagas",
                        saga.key().toString(),
                        "steps that go with " + end,
                        saga.operations().values().stream()
                                .map(operation -> operation.name() + " " + operation.status())
                                .toList()
                                .toString()));
    }

    private Claim movement(String operation, String movement) {
        return claim(
                operation,
                Effect.movement(key(operation), movement, order.amount(), order.currency(), order.debtorAccount()));
    }

    private Claim claim(String operation, Effect effect) {
        return new Claim(effect, demand(saga.statusOf(operation)));
    }

    /** A payment that is still under way may be ahead of the books that were read, or behind them. */
    private Demand demand(OperationStatus status) {
        boolean atRest = saga.ended().isPresent() || !saga.reviews().isEmpty();
        if (!atRest) {
            return Demand.OPEN;
        }
        return switch (status) {
            case SUCCEEDED -> Demand.REQUIRED;
            case REJECTED, PLANNED -> Demand.FORBIDDEN;
            default -> Demand.OPEN;
        };
    }

    private boolean succeeded(String operation) {
        return saga.statusOf(operation) == OperationStatus.SUCCEEDED;
    }

    private String key(String operation) {
        return saga.key().operation(operation).value();
    }

    private String bankKey(String operation) {
        return saga.key().operation(operation).encodedTo(PaymentSaga.BANK.keyLength());
    }
}

package io.querent.runtime.reconciliation;

import io.querent.decision.OperationState;
import io.querent.decision.OperationStatus;
import io.querent.decision.SagaState;
import io.querent.runtime.codec.PayloadCodec;
import io.querent.runtime.codec.StatedAmounts;
import io.querent.runtime.journal.SagaJournal;
import io.querent.runtime.journal.SagaSearch.Filter;
import io.querent.runtime.journal.SagaSearch.Page;
import io.querent.runtime.journal.SagaSearch.Results;
import io.querent.runtime.work.Definitions;
import io.querent.saga.Amount;
import io.querent.saga.OperationKey;
import io.querent.saga.QuerentException;
import io.querent.saga.SagaDefinition;
import io.querent.saga.SagaId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads the operations of one step that a provider's reports are about: those of the step itself, or of its items, that were sent at least
 * once. Thread-safe.
 */
public final class ExpectedOperations {
    /** Most operations that are held against a report at once. */
    public static final int MOST_OPERATIONS = 200_000;

    /** Sagas whose events are held at a time. */
    private static final int PORTION = 100;

    private final SagaJournal journal;
    private final Definitions definitions;
    private final StatedAmounts amounts;

    /**
     * @param definitions those of the sagas that are read
     * @param payloads reads requests as the engine does
     */
    public ExpectedOperations(SagaJournal journal, Definitions definitions, PayloadCodec payloads) {
        this.journal = journal;
        this.definitions = definitions;
        this.amounts = new StatedAmounts(payloads);
    }

    /**
     * What a step does at the provider.
     *
     * @param name the step's name
     * @param direction which way it moves money, on the account that reports are about
     * @param uetr the unique end-to-end transaction reference that is sent with an operation; gives null where none is
     */
    public record ReportedStep(String name, Direction direction, Function<OperationKey, @Nullable String> uetr) {}

    /**
     * The operations of all sagas that fit, page by page.
     *
     * @throws QuerentException QRT-3452 when an operation states no amount, QRT-3453 when there are more than
     *     {@value #MOST_OPERATIONS}, QRT-3202 when a definition is not known here
     * @throws io.querent.runtime.journal.JournalUnavailableException when the database cannot be reached
     */
    public List<ExpectedOperation> read(Filter sagas, ReportedStep step) {
        List<ExpectedOperation> operations = new ArrayList<>();
        Optional<Page> page = Optional.of(Page.first(sagas, PORTION));
        while (page.isPresent()) {
            Results results = journal.search().find(page.get());
            List<SagaId> ids =
                    results.sagas().stream().map(found -> found.saga().id()).toList();
            journal.load(ids).forEach(stored -> operations.addAll(of(stored.state(), step)));
            if (operations.size() > MOST_OPERATIONS) {
                throw tooMany(step, operations.size());
            }
            page = page.get().after(results);
        }
        return List.copyOf(operations);
    }

    /**
     * The operations of one saga, by name.
     *
     * @throws QuerentException QRT-3452 when an operation states no amount, QRT-3202 when its definition is not known here
     */
    public List<ExpectedOperation> of(SagaState saga, ReportedStep step) {
        SagaDefinition<?> definition = definitions.of(saga);
        return saga.operations().values().stream()
                .filter(operation -> isOf(saga, operation, step))
                .sorted(Comparator.comparing(OperationState::name))
                .map(operation -> expected(definition, saga, operation, step))
                .toList();
    }

    /** A step that has items has no request of its own, and what was never sent nobody can report. */
    private static boolean isOf(SagaState saga, OperationState operation, ReportedStep step) {
        return OperationKey.stepOf(operation.name()).equals(step.name())
                && operation.request() != null
                && !saga.key().operation(operation.name()).isCompensation();
    }

    private ExpectedOperation expected(
            SagaDefinition<?> definition, SagaState saga, OperationState operation, ReportedStep step) {
        OperationKey key = saga.key().operation(operation.name());
        Amount amount = amounts.of(definition, saga, operation.name())
                .orElseThrow(() -> new QuerentException(
                        "QRT-3452",
                        "an operation states no amount that a report could be held against; key=" + key
                                + ", expected=amount(...) on the step, found=none; declare it, or read another step"));
        return new ExpectedOperation(
                key,
                definition
                        .operation(operation.name())
                        .map(defined -> defined.encode(key))
                        .orElse(key.value()),
                step.uetr().apply(key),
                amount,
                step.direction(),
                operation.status(),
                isUndone(saga, operation),
                operation.revision());
    }

    /** By its compensation or an alternative of it; a part takes back less than the whole. */
    private static boolean isUndone(SagaState saga, OperationState operation) {
        String compensation = OperationKey.compensationOf(operation.name());
        return saga.operations().values().stream()
                .filter(undo -> undo.name().startsWith(compensation))
                .filter(undo -> OperationKey.partOf(undo.name()).isEmpty())
                .anyMatch(undo -> undo.status() == OperationStatus.SUCCEEDED);
    }

    private static QuerentException tooMany(ReportedStep step, int found) {
        return new QuerentException(
                "QRT-3453",
                "too many operations to hold against one report; key=" + step.name() + ", expected=at most "
                        + MOST_OPERATIONS + ", found=" + found + " or more; narrow the search to the report's days");
    }
}

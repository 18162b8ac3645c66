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
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads the operations of a step that a provider's reports are about: those of the step itself, or of its items, and their compensations,
 * that were sent at least once. Thread-safe.
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
     * What a step, or what makes good for it, does at the provider.
     *
     * @param name the step's name
     * @param direction which way it moves money, on the account that reports are about
     * @param uetr the unique end-to-end transaction reference that is sent with an action; gives null where none is
     * @param undoes whether its compensations are meant, and not its actions
     */
    public record ReportedStep(
            String name, Direction direction, Function<OperationKey, @Nullable String> uetr, boolean undoes) {
        /** A step's actions. */
        public ReportedStep(String name, Direction direction, Function<OperationKey, @Nullable String> uetr) {
            this(name, direction, uetr, false);
        }

        /** Its compensations: they move the money back. */
        public ReportedStep compensations() {
            return new ReportedStep(
                    name, direction == Direction.DEBIT ? Direction.CREDIT : Direction.DEBIT, uetr, true);
        }
    }

    /**
     * The operations of all sagas that fit, page by page.
     *
     * @throws QuerentException QRT-3452 when an operation states no amount, QRT-3453 when there are more than
     *     {@value #MOST_OPERATIONS}, QRT-3202 when a definition is not known here
     * @throws io.querent.runtime.journal.JournalUnavailableException when the database cannot be reached
     */
    public List<ExpectedOperation> read(Filter sagas, ReportedStep... steps) {
        List<ExpectedOperation> operations = new ArrayList<>();
        Optional<Page> page = Optional.of(Page.first(sagas, PORTION));
        while (page.isPresent()) {
            Results results = journal.search().find(page.get());
            List<SagaId> ids =
                    results.sagas().stream().map(found -> found.saga().id()).toList();
            journal.load(ids).forEach(stored -> operations.addAll(of(stored.state(), steps)));
            if (operations.size() > MOST_OPERATIONS) {
                throw tooMany(steps, operations.size());
            }
            page = page.get().after(results);
        }
        return List.copyOf(operations);
    }

    /**
     * The operations of one saga, step by step, by name.
     *
     * @throws QuerentException QRT-3452 when an operation states no amount, QRT-3202 when its definition is not known here
     */
    public List<ExpectedOperation> of(SagaState saga, ReportedStep... steps) {
        SagaDefinition<?> definition = definitions.of(saga);
        return Stream.of(steps)
                .flatMap(step -> saga.operations().values().stream()
                        .filter(operation -> isOf(saga, operation, step))
                        .sorted(Comparator.comparing(OperationState::name))
                        .map(operation -> expected(definition, saga, operation, step)))
                .toList();
    }

    /** A step that has items has no request of its own, and what was never sent nobody can report. */
    private static boolean isOf(SagaState saga, OperationState operation, ReportedStep step) {
        return OperationKey.stepOf(operation.name()).equals(step.name())
                && operation.request() != null
                && saga.key().operation(operation.name()).isCompensation() == step.undoes();
    }

    private ExpectedOperation expected(
            SagaDefinition<?> definition, SagaState saga, OperationState operation, ReportedStep step) {
        OperationKey key = saga.key().operation(operation.name());
        Amount amount = amounts.of(definition, saga, operation.name())
                .orElseThrow(() -> new QuerentException(
                        "QRT-3452",
                        "an operation states no amount that a report could be held against; key=" + key
                                + ", expected=amount(...) on the step, found=none; declare it, or read another step"));
        OperationKey action = step.undoes() ? key.original() : key;
        return new ExpectedOperation(
                key,
                sent(definition, key),
                step.uetr().apply(action),
                amount,
                step.direction(),
                operation.status(),
                isUndone(saga, operation),
                operation.revision(),
                step.undoes() ? sent(definition, action) : null);
    }

    /** The form of a key that its downstream gets. */
    private static String sent(SagaDefinition<?> definition, OperationKey key) {
        return definition
                .operation(key.operation())
                .map(defined -> defined.encode(key))
                .orElse(key.value());
    }

    /** By its compensation or an alternative of it; a part takes back less than the whole. */
    private static boolean isUndone(SagaState saga, OperationState operation) {
        String compensation = OperationKey.compensationOf(operation.name());
        return saga.operations().values().stream()
                .filter(undo -> undo.name().startsWith(compensation))
                .filter(undo -> OperationKey.partOf(undo.name()).isEmpty())
                .anyMatch(undo -> undo.status() == OperationStatus.SUCCEEDED);
    }

    private static QuerentException tooMany(ReportedStep[] steps, int found) {
        return new QuerentException(
                "QRT-3453",
                "too many operations to hold against one report; key="
                        + Stream.of(steps).map(ReportedStep::name).distinct().toList() + ", expected=at most "
                        + MOST_OPERATIONS + ", found=" + found + " or more; narrow the search to the report's days");
    }
}

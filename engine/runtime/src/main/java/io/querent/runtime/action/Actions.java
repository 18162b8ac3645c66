package io.querent.runtime.action;

import io.querent.decision.OperatorDecision;
import io.querent.runtime.admin.Approvals;
import io.querent.runtime.journal.AuditTrail;
import io.querent.runtime.journal.Delivery;
import io.querent.runtime.journal.Letter;
import io.querent.runtime.journal.SagaJournal;
import io.querent.runtime.journal.StoredSaga;
import io.querent.runtime.work.Definitions;
import io.querent.saga.QuerentException;
import io.querent.saga.SagaDefinition;
import io.querent.saga.SagaId;
import io.querent.saga.StepKind;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Has done to sagas what people want. It needs no engine in its process: a request is stored in the database and carried out by whatever
 * node runs the saga, so it works, and says so, while none does. It asks nobody whether they may: the caller has. Thread-safe. Every method
 * throws {@link io.querent.runtime.journal.JournalUnavailableException} when the database cannot be reached.
 */
public final class Actions {
    private final SagaJournal journal;
    private final Approvals approvals;
    private final Definitions definitions;
    private final SecondPerson secondPerson;
    private final InstantSource clock;

    /**
     * @param definitions what this process knows of definitions; sagas of others are acted on all the same
     * @param clock for what is shown, never for what is decided
     */
    public Actions(
            SagaJournal journal,
            Approvals approvals,
            Definitions definitions,
            SecondPerson secondPerson,
            InstantSource clock) {
        this.journal = journal;
        this.approvals = approvals;
        this.definitions = definitions;
        this.secondPerson = secondPerson;
        this.clock = clock;
    }

    /** Why the saga stands where it stands. */
    public Standing standing(StoredSaga saga) {
        return Standing.of(saga.row(), saga.state(), definition(saga), clock.instant());
    }

    /** The definition that the saga runs under; null when this process does not have it. */
    public @Nullable SagaDefinition<?> definition(StoredSaga saga) {
        return definitions
                .find(saga.row().key().definition(), saga.row().definitionVersion())
                .orElse(null);
    }

    /** What a request decides; empty when it only lets the saga go on now, or brings a word. */
    public Optional<OperatorDecision> decision(StoredSaga saga, ActionRequest request) {
        return Letters.decision(saga, request);
    }

    /**
     * Does what is wanted, or asks a second person where a rule demands one.
     *
     * @param operator who wants it
     * @param saga as it is stored now
     * @param patience how long to wait for what comes of it; it is carried out however long that takes
     * @throws io.querent.saga.QuerentException when the request is malformed, or its id was used for another one
     */
    public ActionResult act(String operator, StoredSaga saga, ActionRequest request, Duration patience) {
        Optional<Letter> sent =
                journal.mailbox().find(saga.row().id(), request.requestId()).map(Delivery::letter);
        Letter letter = sent.filter(earlier -> Letters.cameOf(operator, request, earlier))
                .orElseGet(() -> Letters.of(operator, saga, request));
        Asked asked = Asked.of(request);
        if (request.action() == Action.SIGNAL) {
            requireSignalStep(saga, request);
        }
        if (sent.isEmpty()) {
            // The node that carries a decision out looks at its revision; a wake-up or a word has none that it could
            // look at.
            if (!(letter.content() instanceof Letter.Decided) && asked.isStale(saga.state())) {
                return Outcomes.stale(asked, saga, standing(saga));
            }
            Optional<SecondPerson.Demand> demand = secondPerson.demandOf(saga, letter);
            if (demand.isPresent()) {
                Approvals.Request waiting =
                        approvals.ask(letter, demand.get().rule(), demand.get().lasts());
                return Outcomes.ofApproval(waiting, saga, standing(saga));
            }
        }
        return carriedOut(saga, asked, journal.mailbox().deliver(letter), patience);
    }

    /** A word about a call would be taken for what its downstream says: only who answers for it may say that, with evidence. */
    private void requireSignalStep(StoredSaga saga, ActionRequest request) {
        SagaDefinition<?> definition = definition(saga);
        boolean waitsForWord = definition != null
                && definition
                        .step(request.operationName())
                        .filter(step -> step.kind() == StepKind.SIGNAL)
                        .isPresent();
        if (!waitsForWord) {
            throw new QuerentException(
                    "QRT-3215",
                    "a signal is for a step that awaits one; key="
                            + saga.row().key().operation(request.operationName()) + ", found="
                            + (definition == null
                                    ? "a definition that this process does not have"
                                    : "another kind of step, or none")
                            + "; what became of a call is decided with evidence: confirm-succeeded, confirm-failed");
        }
    }

    /** What a request has come to by now; empty when the saga never had one of that id, or has forgotten it long after its end. */
    public Optional<ActionResult> result(StoredSaga saga, String requestId) {
        SagaId id = saga.row().id();
        return journal.mailbox()
                .find(id, requestId)
                .or(() -> settled(id, requestId))
                .map(delivery -> Outcomes.read(Asked.of(delivery.letter()), delivery, saga, standing(saga), true))
                .or(() -> approvals
                        .find(requestId)
                        .filter(asked -> asked.letter().saga().equals(saga.row().key()))
                        .map(asked -> Outcomes.ofApproval(asked, saga, standing(saga))));
    }

    /**
     * Approves what somebody else wants done, and has it carried out.
     *
     * @param saga the one that the request is about, as it is stored now
     * @param patience how long to wait for what comes of it
     * @throws io.querent.saga.QuerentException when there is no such request, it is not open any more, or is the approver's own
     */
    public ActionResult approve(StoredSaga saga, String requestId, String approver, String comment, Duration patience) {
        Letter letter = approvals.approve(requestId, approver, comment).letter();
        Delivery delivery = journal.mailbox()
                .find(saga.row().id(), requestId)
                .orElseGet(() -> new Delivery(letter, clock.instant(), 0, null));
        return carriedOut(saga, Asked.of(letter), delivery, patience);
    }

    /**
     * Says no to what somebody wants done, or takes back what one wanted oneself.
     *
     * @param saga the one that the request is about, as it is stored now
     * @throws io.querent.saga.QuerentException when there is no such request, or it is not open any more
     */
    public ActionResult decline(StoredSaga saga, String requestId, String by, String comment) {
        return Outcomes.ofApproval(approvals.decline(requestId, by, comment), saga, standing(saga));
    }

    private Optional<Delivery> settled(SagaId id, String requestId) {
        return journal.audit().read(id, null, AuditTrail.LONGEST_PAGE).stream()
                .filter(entry -> entry.letter().messageId().equals(requestId))
                .findFirst()
                .map(entry -> new Delivery(entry.letter(), entry.receivedAt(), 0, entry.settlement()));
    }

    /** What a request that is in the mailbox has come to, after waiting for it for a while. */
    private ActionResult carriedOut(StoredSaga before, Asked request, Delivery first, Duration patience) {
        SagaId id = before.row().id();
        boolean repeated = first.settled() != null;
        Waiting waiting = Waiting.atMost(patience);
        Delivery settled = repeated
                ? first
                : waiting.until(() -> journal.mailbox()
                                .find(id, request.requestId())
                                .filter(delivery -> delivery.settled() != null))
                        .orElse(first);
        boolean applied = settled.settlement()
                .filter(settlement -> settlement.answer() == Delivery.Answer.APPLIED)
                .isPresent();
        if (applied && !repeated) {
            long seen = before.row().version();
            waiting.until(() -> journal.find(id).filter(now -> Outcomes.isAtRest(request, now, seen)));
        }
        // It was there, and sagas are never removed while anybody acts on them.
        StoredSaga now = journal.find(id).orElse(before);
        return Outcomes.read(request, settled, now, standing(now), repeated);
    }
}

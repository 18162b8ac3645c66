package io.querent.admin.desk;

import io.querent.admin.access.Permission;
import io.querent.admin.access.Person;
import io.querent.decision.Authority;
import io.querent.decision.OperatorDecision;
import io.querent.runtime.action.Action;
import io.querent.runtime.action.ActionRequest;
import io.querent.runtime.action.ActionResult;
import io.querent.runtime.action.Actions;
import io.querent.runtime.action.SecondPerson;
import io.querent.runtime.action.Standing;
import io.querent.runtime.admin.Approvals;
import io.querent.runtime.admin.AuditLog;
import io.querent.runtime.journal.SagaJournal;
import io.querent.runtime.journal.StoredSaga;
import io.querent.runtime.work.Definitions;
import io.querent.saga.SagaDefinition;
import io.querent.saga.SagaId;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Where people act on sagas. It needs no engine in its process: a request is stored in the database and carried out by whatever node runs
 * the saga, so it works, and says so, while none does. Thread-safe. Every method throws
 * {@link io.querent.admin.access.AccessDeniedException} when the person may not, {@link UnknownSagaException} when there is no such saga or
 * the person may not see it, and {@link io.querent.runtime.journal.JournalUnavailableException} when the database cannot be reached.
 */
public final class AdminDesk {
    private final SagaJournal journal;
    private final Approvals approvals;
    private final Actions actions;
    private final AuditLog audit;

    /**
     * @param definitions what this process knows of definitions; sagas of others are acted on all the same
     * @param audit where it is written who has sent a word; decisions are audited where they are carried out
     * @param clock for what is shown, never for what is decided
     */
    public AdminDesk(
            SagaJournal journal,
            Approvals approvals,
            Definitions definitions,
            SecondPerson secondPerson,
            AuditLog audit,
            InstantSource clock) {
        this.journal = journal;
        this.audit = audit;
        this.approvals = approvals;
        this.actions = new Actions(journal, approvals, definitions, secondPerson, clock);
    }

    /** The saga, if the person may see it. */
    public StoredSaga open(Person person, SagaId id) {
        StoredSaga saga = journal.find(id).orElseThrow(() -> new UnknownSagaException(id));
        if (!person.grants().allow(Permission.VIEW, saga.row().key().definition())) {
            throw new UnknownSagaException(id);
        }
        return saga;
    }

    /** Why the saga stands where it stands. */
    public Standing standing(StoredSaga saga) {
        return actions.standing(saga);
    }

    /** The definition that the saga runs under; null when this process does not have it. */
    public @Nullable SagaDefinition<?> definition(StoredSaga saga) {
        return actions.definition(saga);
    }

    /** What a request decides; empty when it only lets the saga go on now, or brings a word. */
    Optional<OperatorDecision> decision(StoredSaga saga, ActionRequest request) {
        return actions.decision(saga, request);
    }

    /**
     * Does what is wanted, or asks a second person where a rule demands one.
     *
     * @param patience how long to wait for what comes of it; it is carried out however long that takes
     * @throws io.querent.saga.QuerentException when the request is malformed, or its id was used for another one
     */
    public ActionResult act(Person person, SagaId id, ActionRequest request, Duration patience) {
        StoredSaga saga = open(person, id);
        person.require(Permission.ACT, saga.row().key().definition());
        ActionResult result = actions.act(person.name(), saga, request, patience);
        if (request.action() == Action.SIGNAL && !result.repeated()) {
            auditSignal(person, saga, request, result);
        }
        return result;
    }

    private void auditSignal(Person person, StoredSaga saga, ActionRequest request, ActionResult result) {
        boolean written = audit.write(new AuditLog.Deed(
                "signal:" + UUID.randomUUID(),
                person.name(),
                "signal",
                saga.row().key(),
                result.effect().name(),
                request.reason(),
                request.operation() + ", request " + request.requestId(),
                "{}"));
        if (!written) {
            throw new IllegalStateException("a new id was in the audit already");
        }
    }

    /** What a request has come to by now; empty when the saga never had one of that id, or has forgotten it long after its end. */
    public Optional<ActionResult> result(Person person, SagaId id, String requestId) {
        return actions.result(open(person, id), requestId);
    }

    /** Requests that wait for a second person, oldest first, as far as the person may see their sagas. */
    public List<Approvals.Request> approvals(Person person, int limit) {
        person.requireSomewhere(Permission.VIEW);
        return approvals.open(Approvals.LONGEST_PAGE).stream()
                .filter(asked -> maySee(person, asked))
                .limit(limit)
                .toList();
    }

    /** A request for a second person; empty when there is none, or not for this person. */
    public Optional<Approvals.Request> approval(Person person, String requestId) {
        return approvals.find(requestId).filter(asked -> maySee(person, asked));
    }

    /**
     * Approves what somebody else wants done, and has it carried out.
     *
     * @param patience how long to wait for what comes of it
     * @return empty when there is no such request, or not for this person
     * @throws io.querent.saga.QuerentException when it is not open any more, or is the person's own
     */
    public Optional<ActionResult> approve(Person person, String requestId, String comment, Duration patience) {
        Optional<Approvals.Request> asked = approval(person, requestId);
        if (asked.isEmpty()) {
            return Optional.empty();
        }
        StoredSaga saga = open(person, asked.get().letter().saga().id());
        person.require(Permission.APPROVE, saga.row().key().definition());
        return Optional.of(actions.approve(saga, requestId, person.name(), comment, patience));
    }

    /**
     * Says no to what somebody wants done, or takes back what one wanted oneself.
     *
     * @return empty when there is no such request, or not for this person
     * @throws io.querent.saga.QuerentException when it is not open any more
     */
    public Optional<ActionResult> decline(Person person, String requestId, String comment) {
        Optional<Approvals.Request> asked = approval(person, requestId);
        if (asked.isEmpty()) {
            return Optional.empty();
        }
        StoredSaga saga = open(person, asked.get().letter().saga().id());
        if (!Authority.isSamePerson(asked.get().letter().content().sender(), person.name())) {
            person.require(Permission.APPROVE, saga.row().key().definition());
        }
        return Optional.of(actions.decline(saga, requestId, person.name(), comment));
    }

    private static boolean maySee(Person person, Approvals.Request asked) {
        return person.grants().allow(Permission.VIEW, asked.letter().saga().definition());
    }
}

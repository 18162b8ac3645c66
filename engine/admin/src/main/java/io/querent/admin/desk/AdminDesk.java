package io.querent.admin.desk;

import io.querent.admin.access.Permission;
import io.querent.admin.access.Person;
import io.querent.decision.Authority;
import io.querent.runtime.admin.Approvals;
import io.querent.runtime.journal.AuditTrail;
import io.querent.runtime.journal.Delivery;
import io.querent.runtime.journal.Letter;
import io.querent.runtime.journal.SagaJournal;
import io.querent.runtime.journal.StoredSaga;
import io.querent.runtime.work.Definitions;
import io.querent.saga.SagaDefinition;
import io.querent.saga.SagaId;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
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
    private final Definitions definitions;
    private final SecondPerson secondPerson;
    private final InstantSource clock;

    /**
     * @param definitions what this process knows of definitions; sagas of others are acted on all the same
     * @param clock for what is shown, never for what is decided
     */
    public AdminDesk(
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
        return Standing.of(saga.row(), saga.state(), definition(saga), clock.instant());
    }

    /** The definition that the saga runs under; null when this process does not have it. */
    public @Nullable SagaDefinition<?> definition(StoredSaga saga) {
        return definitions
                .find(saga.row().key().definition(), saga.row().definitionVersion())
                .orElse(null);
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
        Letter letter = Letters.of(person.name(), saga, request);
        Asked asked = Asked.of(request);
        if (journal.mailbox().find(id, request.requestId()).isEmpty()) {
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

    /** What a request has come to by now; empty when the saga never had one of that id, or has forgotten it long after its end. */
    public Optional<ActionResult> result(Person person, SagaId id, String requestId) {
        StoredSaga saga = open(person, id);
        return journal.mailbox()
                .find(id, requestId)
                .or(() -> settled(id, requestId))
                .map(delivery -> Outcomes.read(Asked.of(delivery.letter()), delivery, saga, standing(saga), true))
                .or(() -> approvals
                        .find(requestId)
                        .filter(asked -> asked.letter().saga().equals(saga.row().key()))
                        .map(asked -> Outcomes.ofApproval(asked, saga, standing(saga))));
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
        SagaId id = asked.get().letter().saga().id();
        StoredSaga saga = open(person, id);
        person.require(Permission.APPROVE, saga.row().key().definition());
        Letter letter = approvals.approve(requestId, person.name(), comment).letter();
        Delivery delivery =
                journal.mailbox().find(id, requestId).orElseGet(() -> new Delivery(letter, clock.instant(), 0, null));
        return Optional.of(carriedOut(saga, Asked.of(letter), delivery, patience));
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
        Approvals.Request declined = approvals.decline(requestId, person.name(), comment);
        return Optional.of(Outcomes.ofApproval(declined, saga, standing(saga)));
    }

    private static boolean maySee(Person person, Approvals.Request asked) {
        return person.grants().allow(Permission.VIEW, asked.letter().saga().definition());
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
        StoredSaga now = journal.find(id).orElseThrow(() -> new UnknownSagaException(id));
        return Outcomes.read(request, settled, now, standing(now), repeated);
    }
}

package io.querent.admin.desk;

import io.querent.admin.access.Permission;
import io.querent.admin.access.Person;
import io.querent.runtime.admin.Approvals;
import io.querent.runtime.journal.Delivery;
import io.querent.runtime.journal.Letter;
import io.querent.runtime.journal.SagaJournal;
import io.querent.runtime.journal.StoredSaga;
import io.querent.runtime.work.Definitions;
import io.querent.saga.SagaDefinition;
import io.querent.saga.SagaId;
import java.time.Duration;
import java.time.InstantSource;
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
        boolean known = journal.mailbox().find(id, request.requestId()).isPresent();
        if (!known) {
            Optional<SecondPerson.Demand> demand = secondPerson.demandOf(saga, letter);
            if (demand.isPresent()) {
                return awaitsApproval(
                        approvals.ask(letter, demand.get().rule(), demand.get().lasts()), saga, request);
            }
        }
        return carriedOut(saga, request, journal.mailbox().deliver(letter), patience);
    }

    /** What a request that is in the mailbox has come to, after waiting for it for a while. */
    private ActionResult carriedOut(StoredSaga before, ActionRequest request, Delivery first, Duration patience) {
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

    private ActionResult awaitsApproval(Approvals.Request asked, StoredSaga saga, ActionRequest request) {
        return new ActionResult(
                request.requestId(),
                ActionResult.Effect.AWAITS_APPROVAL,
                "A second person has to approve it by " + asked.expiresAt() + ": " + asked.rule(),
                saga.row().status(),
                saga.row().version(),
                null,
                false);
    }
}

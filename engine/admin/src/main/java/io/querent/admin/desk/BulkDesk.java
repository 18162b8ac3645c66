package io.querent.admin.desk;

import io.querent.admin.access.Permission;
import io.querent.admin.access.Person;
import io.querent.decision.Authority;
import io.querent.decision.Decider;
import io.querent.decision.Decision;
import io.querent.decision.OperatorDecision;
import io.querent.decision.SagaCommand;
import io.querent.runtime.action.Action;
import io.querent.runtime.admin.BulkJobs;
import io.querent.runtime.admin.BulkJobs.Item;
import io.querent.runtime.admin.BulkJobs.Job;
import io.querent.runtime.admin.BulkJobs.JobState;
import io.querent.runtime.journal.SagaJournal;
import io.querent.runtime.journal.SagaSearch;
import io.querent.runtime.journal.StoredSaga;
import io.querent.runtime.work.Definitions;
import io.querent.saga.SagaDefinition;
import io.querent.saga.SagaId;
import java.time.InstantSource;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Where people act on many sagas. A job is of one definition, or made by somebody who may act on all; whoever may not view its definition does
 * not see it. Thread-safe. Throws as {@link AdminDesk} does.
 */
public final class BulkDesk {
    /** What may be done to many sagas at once: nothing that states what is true of one. */
    public static final Set<Action> ACTIONS = Set.copyOf(EnumSet.of(
            Action.ASK_NOW,
            Action.RETRY_NOW,
            Action.REDRIVE,
            Action.COMPENSATE_STEP,
            Action.COMPENSATE,
            Action.CANCEL,
            Action.PAUSE,
            Action.RESUME,
            Action.WAKE,
            Action.MOVE,
            Action.ABANDON));

    private final BulkJobs jobs;
    private final SagaJournal journal;
    private final Definitions definitions;
    private final InstantSource clock;

    /** @param clock for what is foreseen, never for what is decided */
    public BulkDesk(BulkJobs jobs, SagaJournal journal, Definitions definitions, InstantSource clock) {
        this.jobs = jobs;
        this.journal = journal;
        this.definitions = definitions;
        this.clock = clock;
    }

    /**
     * What is wanted of many.
     *
     * @param action one of {@link #ACTIONS}
     * @param operation name of the operation; null where the action is about the saga
     * @param version for {@link Action#MOVE}; null else
     */
    public record Wanted(
            String requestId,
            SagaSearch.Filter filter,
            Action action,
            @Nullable String operation,
            @Nullable Integer version,
            String reason,
            int ratePerSecond) {}

    /**
     * What would become of an item, as far as this process can tell.
     *
     * @param foreseen in words
     * @param refused whether it would be refused; null when this process cannot tell
     */
    public record Foreseen(
            Item item,
            String status,
            String foreseen,
            @Nullable Boolean refused) {}

    /** Freezes a selection. */
    public Job freeze(Person person, Wanted wanted) {
        requireAct(person, wanted.filter());
        return jobs.freeze(new BulkJobs.NewJob(
                wanted.requestId(),
                wanted.filter(),
                decision(wanted),
                person.name(),
                wanted.reason(),
                wanted.ratePerSecond()));
    }

    /** The job; empty when there is none, or not for this person. */
    public Optional<Job> find(Person person, String id) {
        return jobs.find(id).filter(job -> maySee(person, job));
    }

    /** Jobs, newest first, as far as the person may see them. */
    public List<Job> all(Person person, int limit) {
        person.requireSomewhere(Permission.VIEW);
        return jobs.all(limit).stream().filter(job -> maySee(person, job)).toList();
    }

    /** Items of a job that the person was given by {@link #find}. */
    public List<Item> items(Job job, int afterNumber, BulkJobs.@Nullable ItemState state, int limit) {
        return jobs.items(job.made().id(), afterNumber, state, limit);
    }

    /** What would become of items of a job. Nothing is stored. */
    public List<Foreseen> foresee(Job job, int afterNumber, int limit) {
        List<Item> items = jobs.items(job.made().id(), afterNumber, null, limit);
        Map<SagaId, StoredSaga> sagas = journal
                .load(items.stream().map(item -> item.saga().id()).toList())
                .stream()
                .collect(Collectors.toMap(saga -> saga.row().id(), saga -> saga));
        return items.stream()
                .map(item -> foresee(job, item, sagas.get(item.saga().id())))
                .toList();
    }

    /** Has a job carried out, paused or ended; false when it is not in the state that it goes on from. */
    public boolean change(Person person, Job job, JobState from, JobState to, String reason, String requestId) {
        requireAct(person, job.made().filter());
        return jobs.change(job.made().id(), from, to, person.name(), reason, requestId);
    }

    /** @throws io.querent.admin.access.AccessDeniedException when the person may not change the job */
    public void requireChange(Person person, Job job) {
        requireAct(person, job.made().filter());
    }

    /** @throws io.querent.admin.access.AccessDeniedException when the person may not approve the job */
    public void requireApprove(Person person, Job job) {
        String definition = job.made().filter().definition();
        if (definition == null) {
            person.requireEverywhere(Permission.APPROVE);
        } else {
            person.require(Permission.APPROVE, definition);
        }
    }

    /** Approves a job of somebody else's; false when it does not wait for that. */
    public boolean approve(Person person, Job job, String requestId) {
        requireApprove(person, job);
        return jobs.approve(job.made().id(), person.name(), requestId);
    }

    private Foreseen foresee(Job job, Item item, @Nullable StoredSaga saga) {
        if (saga == null) {
            return new Foreseen(item, "GONE", "the saga is not there any more", true);
        }
        if (saga.archived() != null) {
            return new Foreseen(
                    item, "GONE", "its history has left the database: nothing more can be done with it", true);
        }
        String status = saga.row().status().name();
        OperatorDecision decision = job.made().decision();
        SagaDefinition<?> definition = definitions
                .find(saga.row().key().definition(), saga.row().definitionVersion())
                .orElse(null);
        if (decision == null) {
            return new Foreseen(item, status, "it goes on now instead of at its due time", false);
        } else if (definition == null) {
            return new Foreseen(item, status, "this process does not have its definition, and cannot tell", null);
        }
        Authority authority =
                new Authority(job.made().operator(), job.made().reason(), item.revision(), "dry-run:" + item.number());
        Decision decided =
                Decider.decide(definition, saga.state(), new SagaCommand.Decide(decision, authority, clock.instant()));
        return decided instanceof Decision.Refused refused
                ? new Foreseen(item, status, refused.message(), true)
                : new Foreseen(item, status, "it would be accepted", false);
    }

    private static @Nullable OperatorDecision decision(Wanted wanted) {
        String operation = String.valueOf(wanted.operation());
        return switch (wanted.action()) {
            case WAKE -> null;
            case ASK_NOW -> new OperatorDecision.AskAgain(operation);
            case RETRY_NOW -> new OperatorDecision.Resend(operation);
            case REDRIVE -> new OperatorDecision.Redrive(operation);
            case COMPENSATE_STEP -> new OperatorDecision.CompensateStep(operation);
            case COMPENSATE -> new OperatorDecision.Compensate();
            case CANCEL -> new OperatorDecision.Cancel();
            case PAUSE -> new OperatorDecision.Pause();
            case RESUME -> new OperatorDecision.Resume();
            case MOVE -> new OperatorDecision.Move(wanted.version() == null ? 0 : wanted.version());
            case ABANDON -> new OperatorDecision.Abandon();
            default -> throw new IllegalArgumentException(wanted.action() + " is about one case and not for many");
        };
    }

    private static void requireAct(Person person, SagaSearch.Filter filter) {
        if (filter.definition() == null) {
            person.requireEverywhere(Permission.ACT);
        } else {
            person.require(Permission.ACT, filter.definition());
        }
    }

    private static boolean maySee(Person person, Job job) {
        String definition = job.made().filter().definition();
        return definition == null
                ? person.grants().allowEverywhere(Permission.VIEW)
                : person.grants().allow(Permission.VIEW, definition);
    }
}

package io.querent.admin.console.bulk;

import io.querent.admin.access.Permission;
import io.querent.admin.access.Person;
import io.querent.admin.console.page.Badge;
import io.querent.admin.console.page.Links;
import io.querent.admin.console.page.Masks;
import io.querent.admin.console.page.Moment;
import io.querent.admin.desk.BulkDesk;
import io.querent.decision.Authority;
import io.querent.decision.OperatorDecision;
import io.querent.runtime.admin.BulkJobs.Item;
import io.querent.runtime.admin.BulkJobs.ItemState;
import io.querent.runtime.admin.BulkJobs.Job;
import io.querent.runtime.admin.BulkJobs.JobState;
import io.querent.saga.SagaKey;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Reads what the pages of a job show. */
final class BulkReader {
    private static final int PAGE = 50;

    private final BulkDesk desk;
    private final Masks masks;

    BulkReader(BulkDesk desk, Masks masks) {
        this.desk = desk;
        this.masks = masks;
    }

    JobsView.Row row(Job job) {
        return new JobsView.Row(
                link(job),
                words(job),
                badge(job.state()),
                job.items(),
                done(job),
                job.made().operator(),
                Moment.of(job.cutOff()));
    }

    JobView read(Person person, Job job, int after, @Nullable ItemState state) {
        boolean dry = job.state() == JobState.FROZEN && state == null;
        List<JobView.Row> rows = dry
                ? desk.foresee(job, after, PAGE).stream().map(this::foreseen).toList()
                : desk.items(job, after, state, PAGE).stream().map(this::item).toList();
        String only = state == null ? "" : "state=" + state.name() + "&";
        return new JobView(
                job.made().id(),
                link(job),
                words(job),
                badge(job.state()),
                job.made().operator(),
                masks.texts().mask(job.made().reason()),
                job.made().ratePerSecond(),
                Moment.of(job.cutOff()),
                Moment.ofNullable(job.endedAt()),
                job.rule() == null ? "" : job.rule(),
                job.approvedBy() == null ? "" : job.approvedBy(),
                job.items(),
                done(job),
                counts(job),
                version(job),
                UUID.randomUUID().toString(),
                verbs(person, job),
                dry,
                rows,
                rows.size() < PAGE
                        ? ""
                        : link(job) + "?" + only + "after="
                                + rows.get(rows.size() - 1).number());
    }

    /** A text that changes with what is shown of the job. */
    static String version(Job job) {
        return job.state() + " " + job.planned() + " " + job.sent() + " " + done(job) + " " + job.approvedBy();
    }

    private static int done(Job job) {
        return job.applied() + job.nothingNew() + job.refused() + job.parked();
    }

    private static List<JobView.Count> counts(Job job) {
        return List.of(
                count(job, "Planned", job.planned(), ItemState.PLANNED),
                count(job, "Sent", job.sent(), ItemState.SENT),
                count(job, "Applied", job.applied(), ItemState.APPLIED),
                count(job, "Nothing new", job.nothingNew(), ItemState.NOTHING_NEW),
                count(job, "Refused", job.refused(), ItemState.REFUSED),
                count(job, "Put aside", job.parked(), ItemState.PARKED));
    }

    private static JobView.Count count(Job job, String label, int count, ItemState state) {
        return new JobView.Count(label, count, link(job) + "?state=" + state.name());
    }

    private static List<JobView.Verb> verbs(Person person, Job job) {
        String definition = job.made().filter().definition();
        boolean mayAct = allows(person, Permission.ACT, definition);
        List<JobView.Verb> verbs = new ArrayList<>();
        boolean waitsForSecond = job.rule() != null && job.approvedBy() == null && job.state() == JobState.FROZEN;
        if (waitsForSecond
                && allows(person, Permission.APPROVE, definition)
                && !Authority.isSamePerson(job.made().operator(), person.name())) {
            verbs.add(new JobView.Verb("approve", "Approve", true));
        }
        if (mayAct && job.state() == JobState.FROZEN && !waitsForSecond) {
            verbs.add(new JobView.Verb("start", "Start: act on " + job.items() + " sagas", true));
        }
        if (mayAct && job.state() == JobState.RUNNING) {
            verbs.add(new JobView.Verb("pause", "Pause", false));
        }
        if (mayAct && job.state() == JobState.PAUSED) {
            verbs.add(new JobView.Verb("resume", "Resume", true));
        }
        if (mayAct && job.state() != JobState.DONE && job.state() != JobState.CANCELLED) {
            verbs.add(new JobView.Verb("cancel", "Cancel the rest", false));
        }
        return verbs;
    }

    private static boolean allows(Person person, Permission permission, @Nullable String definition) {
        return definition == null
                ? person.grants().allowEverywhere(permission)
                : person.grants().allow(permission, definition);
    }

    private JobView.Row foreseen(BulkDesk.Foreseen foreseen) {
        Boolean refused = foreseen.refused();
        Badge badge = refused == null
                ? new Badge("calm", "?", "cannot tell")
                : refused ? new Badge("bad", "✕", "would be refused") : new Badge("good", "✓", "would be accepted");
        return row(foreseen.item(), badge, foreseen.foreseen());
    }

    private JobView.Row item(Item item) {
        Badge badge = switch (item.state()) {
            case PLANNED -> new Badge("calm", "○", "Planned");
            case SENT -> new Badge("busy", "▶", "Sent");
            case APPLIED -> new Badge("good", "✓", "Applied");
            case NOTHING_NEW -> new Badge("calm", "=", "Nothing new");
            case REFUSED -> new Badge("bad", "✕", "Refused");
            case PARKED -> new Badge("bad", "⊘", "Put aside");
        };
        return row(item, badge, item.detail());
    }

    private JobView.Row row(Item item, Badge badge, String detail) {
        SagaKey key = item.saga();
        return new JobView.Row(
                item.number(),
                Links.saga(key.id()),
                key.toString(),
                item.revision(),
                badge,
                masks.texts().mask(detail, key));
    }

    private static Badge badge(JobState state) {
        return switch (state) {
            case FROZEN -> new Badge("wait", "◷", "Frozen, not started");
            case RUNNING -> new Badge("busy", "▶", "Running");
            case PAUSED -> new Badge("person", "‖", "Paused");
            case DONE -> new Badge("good", "✓", "Done");
            case CANCELLED -> new Badge("bad", "⊘", "Cancelled");
        };
    }

    private static String words(Job job) {
        OperatorDecision decision = job.made().decision();
        String what = decision == null ? "go on now" : decision.name().replace('-', ' ');
        String on = decision instanceof OperatorDecision.OnOperation operation ? " " + operation.operation() : "";
        String definition = job.made().filter().definition();
        return what + on + ", " + job.items() + " sagas" + (definition == null ? "" : " of " + definition);
    }

    private static String link(Job job) {
        return "/console/bulk/" + Links.encoded(job.made().id());
    }
}

package io.querent.admin.console.bulk;

import io.querent.admin.access.Permission;
import io.querent.admin.access.Person;
import io.querent.admin.console.door.NothingHereException;
import io.querent.admin.console.page.Links;
import io.querent.admin.console.page.Masks;
import io.querent.admin.console.page.Pages;
import io.querent.admin.console.page.Place;
import io.querent.admin.console.page.Redirects;
import io.querent.admin.console.sagas.Query;
import io.querent.admin.desk.BulkDesk;
import io.querent.admin.live.Streams;
import io.querent.runtime.action.Action;
import io.querent.runtime.admin.BulkJobs;
import io.querent.runtime.admin.BulkJobs.ItemState;
import io.querent.runtime.admin.BulkJobs.Job;
import io.querent.runtime.admin.BulkJobs.JobState;
import io.querent.runtime.journal.JournalUnavailableException;
import io.querent.runtime.journal.SagaSearch;
import io.querent.saga.QuerentException;
import java.util.Comparator;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.View;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/** Lets people act on many sagas. */
@Controller
public final class BulkController {
    private static final String PATH = "/console/bulk";
    private static final int JOBS = 100;
    private static final int SAMPLE = 10;

    private final BulkDesk desk;
    private final BulkJobs jobs;
    private final SagaSearch search;
    private final BulkReader reader;
    private final Streams streams;
    private final Pages pages;

    public BulkController(BulkDesk desk, BulkJobs jobs, SagaSearch search, Masks masks, Streams streams, Pages pages) {
        this.desk = desk;
        this.jobs = jobs;
        this.search = search;
        this.reader = new BulkReader(desk, masks);
        this.streams = streams;
        this.pages = pages;
    }

    @GetMapping(PATH)
    View all(Person person) {
        JobsView view = new JobsView(
                desk.all(person, JOBS).stream().map(reader::row).toList(),
                person.grants().allowSomewhere(Permission.ACT));
        return pages.page(Place.BULK, "Bulk jobs", "bulk-jobs", view);
    }

    @GetMapping(PATH + "/new")
    View form(Person person, @RequestParam Map<String, String> fields) {
        return form(person, Query.of(fields), "");
    }

    @PostMapping(PATH)
    View freeze(Person person, @RequestParam Map<String, String> fields) {
        Query query = Query.of(fields);
        try {
            Job job = desk.freeze(person, wanted(query, fields));
            return Redirects.to(PATH + "/" + Links.encoded(job.made().id()));
        } catch (JournalUnavailableException away) {
            throw away;
        } catch (QuerentException wrong) {
            return form(person, query, String.valueOf(wrong.getMessage()));
        }
    }

    @GetMapping(PATH + "/{id}")
    View job(
            Person person,
            @PathVariable String id,
            @RequestParam(defaultValue = "0") int after,
            @RequestParam(required = false) @Nullable ItemState state) {
        JobView view = reader.read(person, find(person, id), after, state);
        return pages.page(Place.BULK, "Bulk job", "bulk-job", view);
    }

    /** What changes of the page, for a page that is open. */
    @GetMapping(PATH + "/{id}/progress")
    View progress(Person person, @PathVariable String id) {
        return pages.fragment("parts/bulk-progress", reader.read(person, find(person, id), 0, null));
    }

    @GetMapping(path = PATH + "/{id}/live", produces = MediaType.TEXT_EVENT_STREAM_VALUE)
    SseEmitter live(Person person, @PathVariable String id) {
        Job job = find(person, id);
        return streams.open(
                "bulk " + id, BulkReader.version(job), () -> jobs.find(id).map(BulkReader::version));
    }

    @PostMapping(PATH + "/{id}/{verb}")
    View change(
            Person person,
            @PathVariable String id,
            @PathVariable String verb,
            @RequestParam String requestId,
            @RequestParam(defaultValue = "") String reason) {
        Job job = find(person, id);
        String why = reason.isBlank() ? job.made().reason() : reason.strip();
        boolean done = switch (verb) {
            case "approve" -> desk.approve(person, job, requestId);
            case "start" -> desk.change(person, job, JobState.FROZEN, JobState.RUNNING, why, requestId);
            case "pause" -> desk.change(person, job, JobState.RUNNING, JobState.PAUSED, why, requestId);
            case "resume" -> desk.change(person, job, JobState.PAUSED, JobState.RUNNING, why, requestId);
            case "cancel" -> desk.change(person, job, job.state(), JobState.CANCELLED, why, requestId);
            default -> throw new NothingHereException("something to do with a bulk job");
        };
        if (!done) {
            throw new QuerentException(
                    "QRT-6090", "the job has moved on since its page was shown; id=" + id + "; look at it again");
        }
        return Redirects.to(PATH + "/" + Links.encoded(id));
    }

    private Job find(Person person, String id) {
        return desk.find(person, id).orElseThrow(() -> new NothingHereException("a bulk job"));
    }

    private static BulkDesk.Wanted wanted(Query query, Map<String, String> fields) {
        Action action = Action.of(fields.getOrDefault("action", ""))
                .filter(BulkDesk.ACTIONS::contains)
                .orElseThrow(() -> new QuerentException(
                        "QRT-6084", "there is no such action for many sagas; choose one that the form offers"));
        String operation = fields.getOrDefault("on", "").strip();
        if (action.about() == Action.About.OPERATION && operation.isEmpty()) {
            throw new QuerentException("QRT-6091", "the action is about an operation; name it, then go on");
        }
        return new BulkDesk.Wanted(
                fields.getOrDefault("requestId", ""),
                query.filter(),
                action,
                action.about() == Action.About.OPERATION ? operation : null,
                action == Action.MOVE ? number(fields, "version") : null,
                fields.getOrDefault("reason", "").strip(),
                number(fields, "rate"));
    }

    private static int number(Map<String, String> fields, String name) {
        try {
            return Integer.parseInt(fields.getOrDefault(name, "").strip());
        } catch (NumberFormatException none) {
            throw new QuerentException(
                    "QRT-6087", "a field that holds a number holds something else; field=" + name + "; put it right");
        }
    }

    private View form(Person person, Query query, String wrong) {
        if (query.get("definition").isEmpty()) {
            person.requireEverywhere(Permission.ACT);
        } else {
            person.require(Permission.ACT, query.get("definition"));
        }
        SagaSearch.Results fit = search.find(SagaSearch.Page.first(query.filter(), SAMPLE));
        NewJobView view = new NewJobView(
                query.text(),
                query.values().entrySet().stream()
                        .map(each -> each.getKey() + " = " + each.getValue())
                        .toList(),
                fit.sagas().stream().map(each -> each.saga().key().toString()).toList(),
                fit.next() != null,
                UUID.randomUUID().toString(),
                BulkDesk.ACTIONS.stream()
                        .sorted(Comparator.comparing(Action::ordinal))
                        .map(action -> new NewJobView.Choice(action.label(), action.words()))
                        .toList(),
                wrong);
        return pages.page(Place.BULK, "New bulk job", "bulk-new", view);
    }
}

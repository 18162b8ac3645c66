package io.querent.admin.api.work;

import io.querent.admin.access.Permission;
import io.querent.admin.access.Person;
import io.querent.admin.api.http.Given;
import io.querent.admin.api.http.Refusal;
import io.querent.admin.api.http.RequestIds;
import io.querent.admin.api.saga.Masked;
import io.querent.admin.api.work.BulkViews.ChangeBody;
import io.querent.admin.api.work.BulkViews.DryRunPage;
import io.querent.admin.api.work.BulkViews.ForeseenView;
import io.querent.admin.api.work.BulkViews.ItemPage;
import io.querent.admin.api.work.BulkViews.ItemView;
import io.querent.admin.api.work.BulkViews.JobBody;
import io.querent.admin.api.work.BulkViews.JobList;
import io.querent.admin.api.work.BulkViews.JobView;
import io.querent.admin.desk.BulkDesk;
import io.querent.runtime.admin.BulkJobs.ItemState;
import io.querent.runtime.admin.BulkJobs.Job;
import io.querent.runtime.admin.BulkJobs.JobState;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Acts on many sagas. */
@RestController
@RequestMapping("/api/v1/bulk-jobs")
@Tag(
        name = "Bulk jobs",
        description = "Actions on many sagas: frozen, looked through, then carried out at a limited rate.")
public final class BulkController {
    private static final int LONGEST_REASON = 2_000;
    private static final int LONGEST_ID = 150;
    private static final String JOB = "Id of the job.";
    private static final String REQUEST = "The request's own id: the same again is the same request.";

    private final BulkDesk desk;
    private final BulkReading reading;

    /** Acts by {@code desk}. */
    public BulkController(BulkDesk desk, Masked masked) {
        this.desk = desk;
        this.reading = new BulkReading(masked);
    }

    @PostMapping
    @Operation(
            operationId = "freezeBulkJob",
            summary = "Freeze a selection",
            description =
                    "The sagas that fit and were started before now, each with the revision that it has now. Nothing is sent before the"
                            + " job is started. The request's id is the job's. Needs the permission to act.")
    @ApiResponse(responseCode = "201", description = "It is frozen, or was by the same request before.")
    @ApiResponse(responseCode = "422", description = "No saga fits, too many do, or the id was used for another job.")
    ResponseEntity<JobView> freeze(
            @Parameter(description = REQUEST + " At most 150 characters.", required = true)
                    @RequestHeader(name = RequestIds.HEADER, required = false)
                    @Nullable
                    String key,
            @RequestBody JobBody body,
            Person person) {
        person.requireSomewhere(Permission.ACT);
        String id = RequestIds.check(key);
        if (id.length() > LONGEST_ID || id.indexOf('/') >= 0) {
            throw Refusal.requestId(
                    RequestIds.HEADER + " of at most " + LONGEST_ID + " characters without slashes", id);
        }
        Job job = desk.freeze(person, BulkReading.wanted(body, id));
        return ResponseEntity.created(
                        URI.create("/api/v1/bulk-jobs/" + encoded(job.made().id())))
                .body(reading.job(job));
    }

    private static String encoded(String id) {
        return org.springframework.web.util.UriUtils.encodePathSegment(id, java.nio.charset.StandardCharsets.UTF_8);
    }

    @GetMapping
    @Operation(
            operationId = "listBulkJobs",
            summary = "Jobs",
            description = "Newest first, as far as the caller may see them.")
    JobList list(
            @Parameter(description = "At most so many, 1 to 200; 50 when it is not given.")
                    @RequestParam(name = "limit", required = false)
                    @Nullable
                    Integer limit,
            Person person) {
        return new JobList(desk.all(person, Given.limit(limit, 50, 200)).stream()
                .map(reading::job)
                .toList());
    }

    @GetMapping("/{id}")
    @Operation(operationId = "getBulkJob", summary = "A job", description = "How far it has come.")
    JobView get(@Parameter(description = JOB) @PathVariable("id") String id, Person person) {
        return reading.job(find(person, id));
    }

    @GetMapping("/{id}/items")
    @Operation(
            operationId = "listBulkItems",
            summary = "Items of a job",
            description = "By number, each with what became of it.")
    ItemPage items(
            @Parameter(description = JOB) @PathVariable("id") String id,
            @Parameter(description = "Only in this state.", example = "REFUSED")
                    @RequestParam(name = "state", required = false)
                    @Nullable
                    String state,
            @Parameter(description = "The next of the page before.")
                    @RequestParam(name = "after", required = false)
                    @Nullable
                    Integer after,
            @Parameter(description = "At most so many, 1 to 1,000; 200 when it is not given.")
                    @RequestParam(name = "limit", required = false)
                    @Nullable
                    Integer limit,
            Person person) {
        Job job = find(person, id);
        int most = Given.limit(limit, 200, 1_000);
        List<ItemView> items = desk.items(job, place(after), Given.word("state", ItemState.class, state), most).stream()
                .map(reading::item)
                .toList();
        return new ItemPage(
                items, items.size() < most ? null : items.get(most - 1).number());
    }

    @GetMapping("/{id}/dry-run")
    @Operation(
            operationId = "dryRunBulkJob",
            summary = "What would become of a job's items",
            description =
                    "Decides each item on its saga as it is stored now, as the node would. Nothing is stored or sent.")
    DryRunPage dryRun(
            @Parameter(description = JOB) @PathVariable("id") String id,
            @Parameter(description = "The next of the page before.")
                    @RequestParam(name = "after", required = false)
                    @Nullable
                    Integer after,
            @Parameter(description = "At most so many, 1 to 200; 50 when it is not given.")
                    @RequestParam(name = "limit", required = false)
                    @Nullable
                    Integer limit,
            Person person) {
        Job job = find(person, id);
        int most = Given.limit(limit, 50, 200);
        List<ForeseenView> items = desk.foresee(job, place(after), most).stream()
                .map(reading::foreseen)
                .toList();
        return new DryRunPage(
                items, items.size() < most ? null : items.get(most - 1).item().number());
    }

    @PostMapping("/{id}/start")
    @Operation(
            operationId = "startBulkJob",
            summary = "Have a job carried out",
            description = "A frozen one, or a paused one again.")
    @ApiResponse(responseCode = "200", description = "It runs.")
    @ApiResponse(responseCode = "409", description = "It is not in a state from which it is started.")
    @ApiResponse(responseCode = "422", description = "It needs a second person and has none.")
    JobView start(
            @Parameter(description = JOB) @PathVariable("id") String id,
            @Parameter(description = REQUEST, required = true)
                    @RequestHeader(name = RequestIds.HEADER, required = false)
                    @Nullable
                    String key,
            @RequestBody ChangeBody body,
            Person person) {
        return change(person, id, JobState.RUNNING, key, body);
    }

    @PostMapping("/{id}/pause")
    @Operation(operationId = "pauseBulkJob", summary = "Pause a job", description = "What was sent is not taken back.")
    @ApiResponse(responseCode = "200", description = "It is paused.")
    @ApiResponse(responseCode = "409", description = "It does not run.")
    JobView pause(
            @Parameter(description = JOB) @PathVariable("id") String id,
            @Parameter(description = REQUEST, required = true)
                    @RequestHeader(name = RequestIds.HEADER, required = false)
                    @Nullable
                    String key,
            @RequestBody ChangeBody body,
            Person person) {
        return change(person, id, JobState.PAUSED, key, body);
    }

    @PostMapping("/{id}/cancel")
    @Operation(operationId = "cancelBulkJob", summary = "End a job", description = "What was sent is not taken back.")
    @ApiResponse(responseCode = "200", description = "It is ended.")
    @ApiResponse(responseCode = "409", description = "It has ended already.")
    JobView cancel(
            @Parameter(description = JOB) @PathVariable("id") String id,
            @Parameter(description = REQUEST, required = true)
                    @RequestHeader(name = RequestIds.HEADER, required = false)
                    @Nullable
                    String key,
            @RequestBody ChangeBody body,
            Person person) {
        return change(person, id, JobState.CANCELLED, key, body);
    }

    @PostMapping("/{id}/approve")
    @Operation(
            operationId = "approveBulkJob",
            summary = "Approve a job of somebody else's",
            description = "Before it runs. Needs the permission to approve.")
    @ApiResponse(responseCode = "200", description = "It is approved.")
    @ApiResponse(
            responseCode = "409",
            description = "It does not wait to be carried out, or another person has approved it.")
    @ApiResponse(responseCode = "422", description = "It is the caller's own.")
    JobView approve(
            @Parameter(description = JOB) @PathVariable("id") String id,
            @Parameter(description = REQUEST, required = true)
                    @RequestHeader(name = RequestIds.HEADER, required = false)
                    @Nullable
                    String key,
            Person person) {
        Job job = find(person, id);
        desk.requireApprove(person, job);
        if (!desk.approve(person, job, RequestIds.check(key))) {
            throw Refusal.state("the job does not wait to be carried out, or another person has approved it", null);
        }
        return reading.job(find(person, id));
    }

    private JobView change(Person person, String id, JobState to, @Nullable String key, ChangeBody body) {
        Job job = find(person, id);
        desk.requireChange(person, job);
        String requestId = RequestIds.check(key);
        String reason = Given.text("reason", body.reason(), LONGEST_REASON);
        if (!desk.change(person, job, job.state() == to ? before(to) : job.state(), to, reason, requestId)) {
            throw Refusal.state("the job is " + job.state(), null);
        }
        return reading.job(find(person, id));
    }

    /** A job that is there already may be so by this very request. */
    private static JobState before(JobState to) {
        return to == JobState.RUNNING ? JobState.FROZEN : JobState.RUNNING;
    }

    private Job find(Person person, String id) {
        return desk.find(person, Given.text("id", id, LONGEST_ID)).orElseThrow(() -> Refusal.unknown("bulk job"));
    }

    private static int place(@Nullable Integer after) {
        if (after != null && after < 0) {
            throw Refusal.malformed("after", "the next of the page before", String.valueOf(after));
        }
        return after == null ? 0 : after;
    }
}

package io.querent.admin.api.work;

import io.querent.admin.access.Permission;
import io.querent.admin.access.Person;
import io.querent.admin.api.http.Given;
import io.querent.admin.api.http.Place;
import io.querent.admin.api.http.Refusal;
import io.querent.admin.api.http.RequestIds;
import io.querent.admin.api.saga.Masked;
import io.querent.admin.api.work.ReviewViews.CaseComments;
import io.querent.admin.api.work.ReviewViews.CasePage;
import io.querent.admin.api.work.ReviewViews.ClaimView;
import io.querent.admin.api.work.ReviewViews.ReleaseBody;
import io.querent.admin.api.work.ReviewViews.TextBody;
import io.querent.admin.desk.AdminDesk;
import io.querent.runtime.admin.CaseNotes;
import io.querent.runtime.admin.CaseNotes.CaseId;
import io.querent.runtime.journal.Reviews;
import io.querent.runtime.journal.StoredSaga;
import io.querent.saga.SagaId;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
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

/** The queue of cases that wait for a person. They are decided by actions on their sagas. */
@RestController
@RequestMapping("/api/v1/reviews")
@Tag(name = "Reviews", description = "Cases that wait for a person. They are decided by actions on their sagas.")
public final class ReviewController {
    private static final int LONGEST_COMMENT = 2_000;
    private static final int LONGEST_NAME = 200;
    private static final String ID = "Id of the saga.";
    private static final String OPERATION = "Name of the operation that the case is about; .saga for the saga itself.";
    private static final String REQUEST = "The request's own id: the same again is the same request.";

    private final Reviews reviews;
    private final CaseNotes notes;
    private final AdminDesk desk;
    private final ReviewReading reading;

    /** Shows the cases of {@code reviews}. */
    public ReviewController(Reviews reviews, CaseNotes notes, AdminDesk desk, Masked masked) {
        this.reviews = reviews;
        this.notes = notes;
        this.desk = desk;
        this.reading = new ReviewReading(masked);
    }

    @GetMapping
    @Operation(
            operationId = "listReviews",
            summary = "Open cases",
            description =
                    "Oldest first, of the definitions that the caller may view. Who may view some definitions alone gets one definition"
                            + " after the other.")
    CasePage list(
            @Parameter(description = "Only of this tenant.") @RequestParam(name = "tenant", required = false) @Nullable
                    String tenant,
            @Parameter(description = "Only of this definition.")
                    @RequestParam(name = "definition", required = false)
                    @Nullable
                    String definition,
            @Parameter(description = "The next of the page before, as it was given.")
                    @RequestParam(name = "after", required = false)
                    @Nullable
                    String after,
            @Parameter(description = "At most so many, 1 to 1,000; 100 when it is not given.")
                    @RequestParam(name = "limit", required = false)
                    @Nullable
                    Integer limit,
            Person person) {
        person.requireSomewhere(Permission.VIEW);
        List<@Nullable String> parts = parts(person, Given.textOrNone("definition", definition, LONGEST_NAME));
        int most = Given.limit(limit, 100, Reviews.LONGEST_PAGE);
        Place place = Place.read(after);
        String owner = Given.textOrNone("tenant", tenant, LONGEST_NAME);
        List<Reviews.Case> found = new ArrayList<>();
        Reviews.Case last = place.within() == null ? null : ReviewReading.place(place.within());
        for (int part = place.part(); part < parts.size(); part++) {
            int room = most - found.size();
            found.addAll(reviews.open(new Reviews.Page(owner, parts.get(part), last, room)));
            last = null;
            if (found.size() == most) {
                Reviews.Case end = found.get(most - 1);
                return page(found, new Place(part, ReviewReading.place(end)).text());
            }
        }
        return page(found, null);
    }

    private CasePage page(List<Reviews.Case> found, @Nullable String next) {
        return reading.page(
                found, notes.claims(found.stream().map(ReviewReading::idOf).toList()), next);
    }

    /** Definitions to look through one after the other; null stands for all of them. */
    private static List<@Nullable String> parts(Person person, @Nullable String definition) {
        Optional<Set<String>> only = person.grants().only(Permission.VIEW);
        List<@Nullable String> parts = new ArrayList<>();
        if (only.isEmpty()) {
            parts.add(definition);
        } else if (definition == null) {
            parts.addAll(only.get());
        } else if (only.get().contains(definition)) {
            parts.add(definition);
        }
        return parts;
    }

    @PostMapping("/{id}/{operation}/claim")
    @Operation(
            operationId = "claimReview",
            summary = "Claim a case",
            description = "So that two people do not work on it at a time. It forbids nobody to decide.")
    @ApiResponse(responseCode = "200", description = "The caller has it.")
    @ApiResponse(responseCode = "409", description = "Somebody else has it.")
    ClaimView claim(
            @Parameter(description = ID) @PathVariable("id") String id,
            @Parameter(description = OPERATION) @PathVariable("operation") String operation,
            @Parameter(description = REQUEST, required = true)
                    @RequestHeader(name = RequestIds.HEADER, required = false)
                    @Nullable
                    String key,
            Person person) {
        CaseId wanted = open(person, id, operation);
        CaseNotes.Claim claim = notes.claim(wanted, person.name(), RequestIds.check(key))
                .orElseThrow(() -> Refusal.unknown("open case"));
        if (!claim.operator().equals(person.name())) {
            throw Refusal.state("it is claimed by " + claim.operator() + " since " + claim.since(), null);
        }
        return new ClaimView(claim.operator(), claim.since());
    }

    @PostMapping("/{id}/{operation}/release")
    @Operation(
            operationId = "releaseReview",
            summary = "Give a case back",
            description = "One's own, or as an administrator somebody else's.")
    @ApiResponse(responseCode = "204", description = "Nobody has it now.")
    @ApiResponse(responseCode = "409", description = "That person did not have it.")
    ResponseEntity<Void> release(
            @Parameter(description = ID) @PathVariable("id") String id,
            @Parameter(description = OPERATION) @PathVariable("operation") String operation,
            @Parameter(description = REQUEST, required = true)
                    @RequestHeader(name = RequestIds.HEADER, required = false)
                    @Nullable
                    String key,
            @RequestBody ReleaseBody body,
            Person person) {
        CaseId wanted = open(person, id, operation);
        String holder = body.operator() == null ? person.name() : Given.text("operator", body.operator(), LONGEST_NAME);
        if (!holder.equals(person.name())) {
            person.requireEverywhere(Permission.ADMINISTER);
        }
        String request = RequestIds.check(key);
        boolean held = Optional.ofNullable(notes.claims(Set.of(wanted)).get(wanted))
                .filter(claim -> claim.operator().equals(holder))
                .isPresent();
        if (!held || !notes.release(wanted, person.name(), request)) {
            throw Refusal.state("nobody of that name has claimed it", null);
        }
        return ResponseEntity.noContent().build();
    }

    @PostMapping("/{id}/{operation}/comments")
    @Operation(
            operationId = "commentOnReview",
            summary = "Say something about a case",
            description = "It is kept, and audited.")
    @ApiResponse(responseCode = "200", description = "All that was said about the saga's cases.")
    CaseComments comment(
            @Parameter(description = ID) @PathVariable("id") String id,
            @Parameter(description = OPERATION) @PathVariable("operation") String operation,
            @Parameter(description = REQUEST, required = true)
                    @RequestHeader(name = RequestIds.HEADER, required = false)
                    @Nullable
                    String key,
            @RequestBody TextBody body,
            Person person) {
        CaseId wanted = open(person, id, operation);
        String text = Given.text("text", body.text(), LONGEST_COMMENT);
        notes.comment(wanted, person.name(), text, RequestIds.check(key));
        return reading.comments(notes.comments(wanted.saga()));
    }

    @GetMapping("/{id}/comments")
    @Operation(
            operationId = "listComments",
            summary = "What was said about a saga's cases",
            description = "Oldest first, masked.")
    CaseComments comments(@Parameter(description = ID) @PathVariable("id") String id, Person person) {
        StoredSaga saga = desk.open(person, SagaId.parse(id));
        return reading.comments(notes.comments(saga.row().key()));
    }

    private CaseId open(Person person, String id, String operation) {
        StoredSaga saga = desk.open(person, SagaId.parse(id));
        person.require(Permission.ACT, saga.row().key().definition());
        // The queue names a case by the event that opened it.
        return reviews.find(saga.row().key().id(), Given.text("operation", operation, LONGEST_NAME))
                .map(ReviewReading::idOf)
                .orElseThrow(() -> Refusal.unknown("open case"));
    }
}

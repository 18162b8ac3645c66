package io.querent.admin.api.saga;

import io.querent.admin.access.Person;
import io.querent.admin.api.http.Given;
import io.querent.admin.api.http.Refusal;
import io.querent.admin.api.http.Revision;
import io.querent.admin.api.saga.SagaViews.EventPage;
import io.querent.admin.api.saga.SagaViews.EventView;
import io.querent.admin.api.saga.SagaViews.Export;
import io.querent.admin.api.saga.SagaViews.FoundOperation;
import io.querent.admin.api.saga.SagaViews.HistoryView;
import io.querent.admin.api.saga.SagaViews.OperationView;
import io.querent.admin.api.saga.SagaViews.Operations;
import io.querent.admin.api.saga.SagaViews.SagaView;
import io.querent.admin.desk.AdminDesk;
import io.querent.admin.evidence.EvidenceBundle;
import io.querent.decision.OperationState;
import io.querent.runtime.admin.AuditLog;
import io.querent.runtime.journal.StoredSaga;
import io.querent.saga.OperationKey;
import io.querent.saga.SagaId;
import io.querent.saga.SagaKey;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Shows sagas one by one. */
@RestController
@RequestMapping("/api/v1")
@Tag(name = "Sagas", description = "Sagas, their history and their evidence. Payloads and free text are masked.")
public final class SagaController {
    private static final String KNOWN = "The ETag that the caller has: 304 when nothing has changed.";
    private static final int LONGEST_PAGE = 1_000;
    private static final int USUAL_PAGE = 200;

    private final AdminDesk desk;
    private final SagaReading reading;
    private final EvidenceWriting evidence;
    private final AuditLog audit;
    private final InstantSource clock;

    /** Shows sagas that {@code desk} opens. */
    public SagaController(AdminDesk desk, AuditLog audit, Masked masked, InstantSource clock) {
        this.desk = desk;
        this.reading = new SagaReading(masked);
        this.evidence = new EvidenceWriting(audit, reading, masked);
        this.audit = audit;
        this.clock = clock;
    }

    @GetMapping("/sagas/{id}")
    @Operation(
            operationId = "getSaga",
            summary = "One saga",
            description = "Where it stands, why, and until when. Its ETag is its revision: what If-Match takes.")
    @ApiResponse(responseCode = "200", description = "The saga.")
    @ApiResponse(responseCode = "304", description = "Nothing has changed.")
    ResponseEntity<SagaView> get(
            @Parameter(description = "The saga's id.") @PathVariable("id") String id,
            @Parameter(description = KNOWN) @RequestHeader(name = "If-None-Match", required = false) @Nullable
                    String known,
            Person person) {
        return answer(open(person, id), known, this::view);
    }

    @GetMapping("/sagas/by-key")
    @Operation(
            operationId = "getSagaByKey",
            summary = "The saga of a key",
            description = "The same as by its id, which is derived from the key.")
    @ApiResponse(responseCode = "200", description = "The saga.")
    @ApiResponse(responseCode = "304", description = "Nothing has changed.")
    ResponseEntity<SagaView> byKey(
            @Parameter(description = "tenant:definition:businessKey", example = "default:payment:order-123")
                    @RequestParam(name = "key")
                    String key,
            @Parameter(description = KNOWN) @RequestHeader(name = "If-None-Match", required = false) @Nullable
                    String known,
            Person person) {
        return answer(desk.open(person, SagaKey.parse(key).id()), known, this::view);
    }

    @GetMapping("/sagas/{id}/history")
    @Operation(
            operationId = "getHistory",
            summary = "All that happened to a saga",
            description = "Readable: one row an operation, with attempts, questions, decisions and evidence.")
    @ApiResponse(responseCode = "200", description = "The history.")
    @ApiResponse(responseCode = "304", description = "Nothing has changed.")
    ResponseEntity<HistoryView> history(
            @Parameter(description = "The saga's id.") @PathVariable("id") String id,
            @Parameter(description = KNOWN) @RequestHeader(name = "If-None-Match", required = false) @Nullable
                    String known,
            Person person) {
        return answer(open(person, id), known, reading::history);
    }

    @GetMapping("/sagas/{id}/operations")
    @Operation(
            operationId = "getOperations",
            summary = "The operations of a saga",
            description =
                    "Actions and compensations that have begun, with keys, hashes and masked payloads, in the order of their beginning.")
    @ApiResponse(responseCode = "200", description = "A page of operations.")
    @ApiResponse(responseCode = "304", description = "Nothing has changed.")
    ResponseEntity<Operations> operations(
            @Parameter(description = "The saga's id.") @PathVariable("id") String id,
            @Parameter(description = "The next of the page before.")
                    @RequestParam(name = "after", required = false)
                    @Nullable
                    Long after,
            @Parameter(description = "At most so many, 1 to 1,000; 200 when it is not given.")
                    @RequestParam(name = "limit", required = false)
                    @Nullable
                    Integer limit,
            @Parameter(description = KNOWN) @RequestHeader(name = "If-None-Match", required = false) @Nullable
                    String known,
            Person person) {
        StoredSaga saga = open(person, id);
        long from = place(after);
        int most = Given.limit(limit, USUAL_PAGE, LONGEST_PAGE);
        return answer(saga, known, stored -> {
            List<OperationView> page = reading.operations(stored, from, most);
            long next = from + page.size();
            return new Operations(
                    stored.row().key().toString(),
                    stored.row().version(),
                    page,
                    next < stored.state().operations().size() ? next : null);
        });
    }

    @GetMapping("/sagas/{id}/events")
    @Operation(
            operationId = "getEvents",
            summary = "The events of a saga",
            description = "As they are stored, oldest first, masked.")
    @ApiResponse(responseCode = "200", description = "A page of events.")
    @ApiResponse(responseCode = "304", description = "Nothing has changed.")
    ResponseEntity<EventPage> events(
            @Parameter(description = "The saga's id.") @PathVariable("id") String id,
            @Parameter(description = "Only events with higher numbers.")
                    @RequestParam(name = "after", required = false)
                    @Nullable
                    Long after,
            @Parameter(description = "At most so many, 1 to 1,000; 200 when it is not given.")
                    @RequestParam(name = "limit", required = false)
                    @Nullable
                    Integer limit,
            @Parameter(description = KNOWN) @RequestHeader(name = "If-None-Match", required = false) @Nullable
                    String known,
            Person person) {
        StoredSaga saga = open(person, id);
        long from = place(after);
        int most = Given.limit(limit, USUAL_PAGE, LONGEST_PAGE);
        return answer(saga, known, stored -> {
            List<EventView> page = reading.events(stored, from, most);
            long next = from + page.size();
            return new EventPage(
                    stored.row().key().toString(),
                    stored.row().version(),
                    page,
                    next < stored.events().size() ? next : null);
        });
    }

    /** Everything about the saga of that id, masked. */
    @GetMapping("/sagas/{id}/export")
    @Operation(
            operationId = "exportSaga",
            summary = "Everything about a saga",
            description = "The saga, its history, operations and events in one document, masked.")
    public Export export(@Parameter(description = "The saga's id.") @PathVariable("id") String id, Person person) {
        StoredSaga saga = open(person, id);
        tellAudit("saga-exported", person, saga);
        return new Export(
                "querent-saga/1",
                clock.instant(),
                person.name(),
                view(saga),
                reading.history(saga),
                reading.operations(saga, 0, Integer.MAX_VALUE),
                reading.events(saga, 0, Integer.MAX_VALUE));
    }

    /** The evidence bundle of the saga of that id. */
    @GetMapping("/sagas/{id}/evidence")
    @Operation(
            operationId = "getEvidence",
            summary = "The evidence bundle of a saga",
            description =
                    "Keys, hashes, attempts, questions, decisions and audit entries, masked, in a chain of SHA-256: each entry's hash"
                            + " covers the entry before it. Whoever writes the head down elsewhere can prove later that nothing has"
                            + " changed.")
    public EvidenceBundle evidence(
            @Parameter(description = "The saga's id.") @PathVariable("id") String id, Person person) {
        StoredSaga saga = open(person, id);
        EvidenceBundle bundle = evidence.bundle(saga, person.name(), clock.instant());
        tellAudit("evidence-taken", person, saga);
        return bundle;
    }

    @GetMapping("/operations/{key}")
    @Operation(
            operationId = "findOperation",
            summary = "An operation by its key",
            description =
                    "Finds the saga that an operation key of a downstream's books belongs to, and the operation itself.")
    @ApiResponse(responseCode = "200", description = "The operation and its saga.")
    ResponseEntity<FoundOperation> operation(
            @Parameter(description = "The operation's key.", example = "default:payment:order-123:transfer")
                    @PathVariable("key")
                    String key,
            Person person) {
        OperationKey wanted = new OperationKey(key);
        StoredSaga saga = desk.open(person, wanted.saga().id());
        OperationState operation = saga.state().operations().get(wanted.operation());
        if (operation == null) {
            throw Refusal.unknown(
                    "operation of saga " + saga.row().key() + "; it has not begun, or there is no such step");
        }
        return ResponseEntity.ok()
                .eTag(Revision.tag(saga.row().version()))
                .body(new FoundOperation(
                        reading.summary(saga.row(), Map.of()),
                        reading.operation(saga.row().key(), operation),
                        reading.standing(desk.standing(saga), saga.row().key())));
    }

    private SagaView view(StoredSaga saga) {
        return reading.saga(saga, desk.standing(saga));
    }

    private StoredSaga open(Person person, String id) {
        return desk.open(person, SagaId.parse(id));
    }

    private static long place(@Nullable Long after) {
        if (after != null && after < 0) {
            throw Refusal.malformed("after", "the next of the page before", String.valueOf(after));
        }
        return after == null ? 0 : after;
    }

    private static <T> ResponseEntity<T> answer(StoredSaga saga, @Nullable String known, Function<StoredSaga, T> view) {
        long revision = saga.row().version();
        if (Revision.isKnown(known, revision)) {
            return ResponseEntity.status(HttpStatus.NOT_MODIFIED)
                    .eTag(Revision.tag(revision))
                    .build();
        }
        return ResponseEntity.ok().eTag(Revision.tag(revision)).body(view.apply(saga));
    }

    /** Who has taken everything about a saga along is for an auditor to know. */
    private void tellAudit(String action, Person person, StoredSaga saga) {
        boolean written = audit.write(new AuditLog.Deed(
                UUID.randomUUID().toString(),
                person.name(),
                action,
                saga.row().key(),
                "APPLIED",
                "",
                "at revision " + saga.row().version(),
                "{}"));
        if (!written) {
            throw new IllegalStateException("a new id was in the audit already");
        }
    }
}

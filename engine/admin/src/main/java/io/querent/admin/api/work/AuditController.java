package io.querent.admin.api.work;

import io.querent.admin.access.Permission;
import io.querent.admin.access.Person;
import io.querent.admin.api.http.Given;
import io.querent.admin.api.saga.Masked;
import io.querent.admin.desk.AdminDesk;
import io.querent.runtime.admin.AuditLog;
import io.querent.saga.SagaKey;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Shows what people did. */
@RestController
@RequestMapping("/api/v1/audit")
@Tag(name = "Audit", description = "All that people did and wanted, refusals included, in a chain of hashes.")
public final class AuditController {
    private static final SagaKey NONE = SagaKey.of("none", "none");
    private static final int LONGEST = 200;

    private final AuditLog audit;
    private final AdminDesk desk;
    private final Masked masked;

    /** Shows {@code audit}. */
    public AuditController(AuditLog audit, AdminDesk desk, Masked masked) {
        this.audit = audit;
        this.desk = desk;
        this.masked = masked;
    }

    /** An entry. */
    @Schema(name = "AuditEntry", description = "Something that a person did.")
    public record EntryView(
            @Schema(description = "From 1, without gaps.") long number,
            Instant at,
            String requestId,
            @Schema(example = "maria") String operator,
            @Schema(example = "compensate") String action,

            @Schema(nullable = true, example = "default:payment:order-123") @Nullable
            String saga,

            @Schema(example = "APPLIED") String outcome,
            @Schema(description = "Masked.") String reason,
            @Schema(description = "Masked.") String detail,
            String previousHash,
            String hash) {}

    /** A page of entries. */
    @Schema(name = "AuditPage", description = "A page of entries, newest first.")
    public record EntryPage(
            List<EntryView> entries,

            @Schema(description = "The before of the next page; absent on the last one.", nullable = true) @Nullable
            Long next) {}

    /** A check. */
    @Schema(name = "AuditVerification", description = "What a check of the chain found.")
    public record VerificationView(
            boolean intact,
            long entries,
            @Schema(nullable = true) @Nullable Long firstBroken,

            @Schema(description = "What is wrong with it; empty when nothing is.")
            String finding,

            @Schema(
                    description =
                            "Hash of the last entry: kept elsewhere, it proves later that nothing up to here has changed.")
            String head) {}

    @GetMapping
    @Operation(
            operationId = "searchAudit",
            summary = "What people did",
            description =
                    "Newest first. Of one saga, whoever may view it may see what was done to it; all else needs the permission to audit.")
    EntryPage find(
            @Parameter(description = "Key of a saga.", example = "default:payment:order-123")
                    @RequestParam(name = "saga", required = false)
                    @Nullable
                    String saga,
            @Parameter(description = "Who did it.") @RequestParam(name = "operator", required = false) @Nullable
                    String operator,
            @Parameter(description = "What was done.", example = "compensate")
                    @RequestParam(name = "action", required = false)
                    @Nullable
                    String action,
            @Parameter(description = "What came of it.", example = "REFUSED")
                    @RequestParam(name = "outcome", required = false)
                    @Nullable
                    String outcome,
            @Parameter(description = "Then or later.") @RequestParam(name = "from", required = false) @Nullable
                    String from,
            @Parameter(description = "Earlier.") @RequestParam(name = "until", required = false) @Nullable String until,
            @Parameter(description = "Only entries with lower numbers: the next of the page before.")
                    @RequestParam(name = "before", required = false)
                    @Nullable
                    Long before,
            @Parameter(description = "At most so many, 1 to 1,000; 100 when it is not given.")
                    @RequestParam(name = "limit", required = false)
                    @Nullable
                    Integer limit,
            Person person) {
        SagaKey key = saga == null || saga.isEmpty() ? null : SagaKey.parse(saga);
        if (key == null) {
            person.requireEverywhere(Permission.AUDIT);
        } else {
            desk.open(person, key.id());
        }
        int most = Given.limit(limit, 100, AuditLog.LONGEST_PAGE);
        AuditLog.Filter filter = new AuditLog.Filter(
                Given.textOrNone("operator", operator, LONGEST),
                Given.textOrNone("action", action, LONGEST),
                key,
                Given.textOrNone("outcome", outcome, LONGEST),
                Given.time("from", from),
                Given.time("until", until));
        List<AuditLog.Entry> found = audit.find(filter, before, most);
        return new EntryPage(
                found.stream().map(this::view).toList(),
                found.size() < most ? null : found.get(found.size() - 1).number());
    }

    @GetMapping("/verify")
    @Operation(
            operationId = "verifyAudit",
            summary = "Check the chain of the audit",
            description =
                    "Reads all entries and holds their hashes against each other: takes time in proportion to their number.")
    VerificationView verify(Person person) {
        person.requireEverywhere(Permission.AUDIT);
        AuditLog.Verification found = audit.verify();
        return new VerificationView(
                found.intact(), found.entries(), found.firstBroken(), found.finding(), found.head());
    }

    private EntryView view(AuditLog.Entry entry) {
        AuditLog.Deed deed = entry.deed();
        SagaKey saga = deed.saga();
        SagaKey about = saga == null ? NONE : saga;
        return new EntryView(
                entry.number(),
                entry.at(),
                deed.requestId(),
                deed.operator(),
                deed.action(),
                saga == null ? null : saga.toString(),
                deed.outcome(),
                masked.text(deed.reason(), about),
                masked.text(deed.detail(), about),
                entry.previousHash(),
                entry.hash());
    }
}

package io.querent.admin.api.saga;

import io.querent.admin.access.Person;
import io.querent.admin.api.http.Given;
import io.querent.runtime.journal.SagaSearch;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Finds sagas. */
@RestController
@RequestMapping("/api/v1/sagas")
@Tag(name = "Sagas")
public final class SearchController {
    private final SagaFinding finding;
    private final SagaReading reading;

    /** Finds with {@code search}. */
    public SearchController(SagaSearch search, Masked masked) {
        this.finding = new SagaFinding(search);
        this.reading = new SagaReading(masked);
    }

    @GetMapping
    @Operation(
            operationId = "searchSagas",
            summary = "Find sagas",
            description =
                    "Sagas that fit all that is given, newest first, of the definitions that the caller may view. Who may view some"
                            + " definitions alone gets one definition after the other. Sagas that are started meanwhile change no"
                            + " later page.")
    SagaViews.Page search(
            @Parameter(description = "Its tenant.") @RequestParam(name = "tenant", required = false) @Nullable
                    String tenant,
            @Parameter(description = "Name of its definition.")
                    @RequestParam(name = "definition", required = false)
                    @Nullable
                    String definition,
            @Parameter(description = "Its business key, all of it.")
                    @RequestParam(name = "businessKey", required = false)
                    @Nullable
                    String businessKey,
            @Parameter(description = "What its business key begins with.")
                    @RequestParam(name = "businessKeyPrefix", required = false)
                    @Nullable
                    String businessKeyPrefix,
            @Parameter(description = "Where it stands.", example = "IN_REVIEW")
                    @RequestParam(name = "status", required = false)
                    @Nullable
                    String status,
            @Parameter(description = "An attribute that it has, as NAME=VALUE.", example = "customer=4711")
                    @RequestParam(name = "attribute", required = false)
                    @Nullable
                    String attribute,
            @Parameter(description = "It was started then or later.", example = "2026-11-29T02:00:00Z")
                    @RequestParam(name = "startedFrom", required = false)
                    @Nullable
                    String startedFrom,
            @Parameter(description = "It was started earlier.")
                    @RequestParam(name = "startedBefore", required = false)
                    @Nullable
                    String startedBefore,
            @Parameter(description = "Key of one of its operations.")
                    @RequestParam(name = "operation", required = false)
                    @Nullable
                    String operation,
            @Parameter(
                            description =
                                    "Name of one of its operations that left the happy path, a step's or its compensation's. This and the"
                                            + " three after it have to be true of the same operation.",
                            example = "transfer")
                    @RequestParam(name = "step", required = false)
                    @Nullable
                    String step,
            @Parameter(description = "Where that operation stands.", example = "UNKNOWN")
                    @RequestParam(name = "operationStatus", required = false)
                    @Nullable
                    String operationStatus,
            @Parameter(
                            description =
                                    "What the latest that was told of its trouble begins with, up to the first colon.",
                            example = "read-timeout")
                    @RequestParam(name = "errorCode", required = false)
                    @Nullable
                    String errorCode,
            @Parameter(
                            description = "It is not final, and has stood where it stands for longer than this.",
                            example = "PT15M")
                    @RequestParam(name = "longerThan", required = false)
                    @Nullable
                    String longerThan,
            @Parameter(description = "The next of the page before, as it was given.")
                    @RequestParam(name = "after", required = false)
                    @Nullable
                    String after,
            @Parameter(description = "At most so many, 1 to 1,000; 100 when it is not given.")
                    @RequestParam(name = "limit", required = false)
                    @Nullable
                    Integer limit,
            Person person) {
        SearchTerms terms = new SearchTerms(
                tenant,
                definition,
                businessKey,
                businessKeyPrefix,
                status,
                attribute,
                startedFrom,
                startedBefore,
                operation,
                step,
                operationStatus,
                errorCode,
                longerThan);
        SagaFinding.Page page =
                finding.find(person, terms.filter(""), after, Given.limit(limit, 100, SagaSearch.LONGEST_PAGE));
        return new SagaViews.Page(page.sagas().stream().map(reading::summary).toList(), page.next());
    }
}

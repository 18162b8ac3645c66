package io.querent.admin.api.work;

import io.querent.admin.access.Permission;
import io.querent.admin.access.Person;
import io.querent.admin.api.http.Given;
import io.querent.admin.api.saga.Masked;
import io.querent.runtime.admin.Figures;
import io.querent.runtime.admin.Nodes;
import io.querent.runtime.call.DownstreamView;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Shows how the whole cluster does. */
@RestController
@RequestMapping("/api/v1")
@Tag(name = "Overview", description = "The whole cluster at a glance. Needs the permission to view all definitions.")
public final class OverviewController {
    private final Figures figures;
    private final Nodes nodes;
    private final Masked masked;

    /** Shows these figures and reports. */
    public OverviewController(Figures figures, Nodes nodes, Masked masked) {
        this.figures = figures;
        this.nodes = nodes;
        this.masked = masked;
    }

    /** A sum of money. */
    @Schema(name = "Sum", description = "A sum of money in one currency.")
    public record SumView(
            @Schema(example = "1250.00") String value,
            @Schema(example = "EUR") String currency) {}

    /** Operations that wait. */
    @Schema(name = "Backlog", description = "Operations of a kind that wait.")
    public record BacklogView(
            @Schema(description = "10,000 stands for that many or more.")
            long count,

            @Schema(nullable = true) @Nullable Instant oldest,

            @Schema(description = "Amounts at risk, one a currency.")
            List<SumView> amounts,

            @Schema(description = "How many state no amount.")
            long withoutAmount) {}

    /** An operation that has not moved. */
    @Schema(name = "StuckOperation", description = "An operation that has stood where it stands for long.")
    public record StuckView(
            String saga,
            String sagaId,
            String operation,
            String key,
            @Schema(example = "UNKNOWN") String status,
            int attempts,
            Instant since,
            @Schema(nullable = true) @Nullable SumView amount,

            @Schema(description = "Masked.", nullable = true) @Nullable
            String lastError) {}

    /** The overview. */
    @Schema(name = "Overview", description = "The figures of the whole cluster. Counts stop at 10,000.")
    public record OverviewView(
            @Schema(description = "Sagas by status, without those that have ended.")
            Map<String, Long> sagas,

            BacklogView unknown,
            BacklogView compensations,
            long reviewsOpen,
            @Schema(nullable = true) @Nullable Instant oldestReview,

            @Schema(description = "Requests that nobody has taken in yet.")
            long lettersWaiting,

            @Schema(description = "Operations that have not moved for longest.")
            List<StuckView> stuck,

            @Schema(description = "When, by the database's clock.")
            Instant at) {}

    /** What a node sees of a downstream. */
    @Schema(name = "DownstreamReport", description = "What a node sees of a downstream.")
    public record DownstreamReport(
            long operations,
            long sends,
            long questions,
            long refusals,
            int slots,
            int inUse,
            int waiting,
            boolean circuitClosed) {}

    /** A node. */
    @Schema(name = "NodeReport", description = "What a node says of itself.")
    public record NodeReport(
            @Schema(example = "node-1") String node,
            Instant at,

            @Schema(description = "It has missed several reports: it is down, or cannot reach the database.")
            boolean silent,

            long ownedSagas,
            @Schema(example = "[\"payment/1\"]") List<String> definitions,
            Map<String, DownstreamReport> downstreams) {}

    /** All nodes. */
    @Schema(name = "Nodes", description = "Nodes that were heard of within a day.")
    public record NodeList(List<NodeReport> nodes) {}

    @GetMapping("/overview")
    @Operation(
            operationId = "getOverview",
            summary = "Figures of the cluster",
            description = "Counts, backlogs and the stuck board.")
    OverviewView overview(
            @Parameter(description = "Most stuck operations to show, 1 to 200; 20 when it is not given.")
                    @RequestParam(name = "stuck", required = false)
                    @Nullable
                    Integer stuck,
            Person person) {
        person.requireEverywhere(Permission.VIEW);
        int most = Given.limit(stuck, 20, Figures.LONGEST_BOARD);
        Figures.Overview now = figures.overview();
        Map<String, Long> sagas = new TreeMap<>();
        now.sagas().forEach((status, count) -> sagas.put(status.name(), count));
        return new OverviewView(
                sagas,
                backlog(now.unknown()),
                backlog(now.compensations()),
                now.reviewsOpen(),
                now.oldestReview(),
                now.lettersWaiting(),
                figures.stuck(most).stream().map(this::stuck).toList(),
                now.at());
    }

    @GetMapping("/nodes")
    @Operation(operationId = "listNodes", summary = "Nodes", description = "The latest report of each node, by name.")
    NodeList nodes(Person person) {
        person.requireEverywhere(Permission.VIEW);
        return new NodeList(nodes.all().stream().map(OverviewController::node).toList());
    }

    private StuckView stuck(Figures.Stuck each) {
        String error = each.lastError();
        return new StuckView(
                each.saga().toString(),
                each.saga().id().toString(),
                each.operation(),
                each.key().value(),
                each.status().name(),
                each.attempts(),
                each.since(),
                each.amount() == null ? null : sum(each.amount()),
                error == null ? null : masked.text(error, each.saga()));
    }

    private static BacklogView backlog(Figures.Backlog backlog) {
        return new BacklogView(
                backlog.count(),
                backlog.oldest(),
                backlog.amounts().stream().map(OverviewController::sum).toList(),
                backlog.withoutAmount());
    }

    private static SumView sum(io.querent.saga.Amount amount) {
        return new SumView(amount.value().toPlainString(), amount.currency());
    }

    private static NodeReport node(Nodes.Heard heard) {
        Map<String, DownstreamReport> downstreams = new TreeMap<>();
        heard.report().downstreams().forEach((name, view) -> downstreams.put(name, downstream(view)));
        return new NodeReport(
                heard.report().node(),
                heard.at(),
                heard.silent(),
                heard.report().ownedSagas(),
                heard.report().definitions(),
                downstreams);
    }

    private static DownstreamReport downstream(DownstreamView view) {
        return new DownstreamReport(
                view.operations(),
                view.sends(),
                view.questions(),
                view.refusals(),
                view.slots(),
                view.inUse(),
                view.waiting(),
                view.circuitClosed());
    }
}

package io.querent.command;

import io.querent.command.text.TextTable;
import io.querent.decision.OperatorDecision;
import io.querent.runtime.admin.BulkJobs.Job;
import java.util.List;

/** What there is to say of a bulk job. */
final class BulkFacts {
    private BulkFacts() {}

    static String decision(Job job) {
        OperatorDecision decision = job.made().decision();
        if (decision == null) {
            return "wake";
        }
        return decision instanceof OperatorDecision.OnOperation on
                ? decision.name() + " " + on.operation()
                : decision.name();
    }

    static List<String> lines(Job job) {
        TextTable table = new TextTable()
                .row("id", job.made().id())
                .row("state", job.state().name())
                .row("decision", decision(job))
                .row("by", job.made().operator())
                .row("reason", job.made().reason())
                .row("sagas as they were at (UTC)", DeskCommand.seconds(job.cutOff()))
                .row("letters a second, at most", String.valueOf(job.made().ratePerSecond()))
                .row("sagas", String.valueOf(job.items()))
                .row("  planned", String.valueOf(job.planned()))
                .row("  sent", String.valueOf(job.sent()))
                .row("  applied", String.valueOf(job.applied()))
                .row("  nothing new", String.valueOf(job.nothingNew()))
                .row("  refused", String.valueOf(job.refused()))
                .row("  parked", String.valueOf(job.parked()));
        if (job.rule() != null) {
            table.row("needs a second person", job.rule())
                    .row("approved by", job.approvedBy() == null ? "nobody yet" : job.approvedBy());
        }
        return table.lines();
    }

    static Json json(Job job) {
        return new Json()
                .with("id", job.made().id())
                .with("state", job.state())
                .with("decision", decision(job))
                .with("operator", job.made().operator())
                .with("reason", job.made().reason())
                .with("cutOff", job.cutOff())
                .with("ratePerSecond", job.made().ratePerSecond())
                .with("rule", job.rule())
                .with("approvedBy", job.approvedBy())
                .with("items", job.items())
                .with("planned", job.planned())
                .with("sent", job.sent())
                .with("applied", job.applied())
                .with("nothingNew", job.nothingNew())
                .with("refused", job.refused())
                .with("parked", job.parked())
                .with("endedAt", job.endedAt());
    }
}

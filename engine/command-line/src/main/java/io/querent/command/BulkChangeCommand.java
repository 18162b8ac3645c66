package io.querent.command;

import io.querent.runtime.admin.BulkJobs.Job;
import io.querent.runtime.admin.BulkJobs.JobState;
import io.querent.saga.QuerentException;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Has a bulk job carried out, paused or ended; each of these is a command of its own name. */
@Command(mixinStandardHelpOptions = true, usageHelpAutoWidth = true)
final class BulkChangeCommand extends DeskCommand {
    @Parameters(paramLabel = "ID", description = "The job's id.")
    private String id = "";

    @Mixin
    private Operator operator = new Operator();

    @Option(
            names = "--reason",
            converter = GivenText.Reason.class,
            paramLabel = "TEXT",
            required = true,
            description = "Why, for the audit.")
    private String reason = "";

    private final Change change;

    /** What can be done with a job. */
    enum Change {
        START("start", "Has nodes carry a job out.", JobState.FROZEN, JobState.RUNNING),
        PAUSE("pause", "Has nodes send nothing more of a job until it is resumed.", JobState.RUNNING, JobState.PAUSED),
        RESUME("resume", "Has nodes go on with a paused job.", JobState.PAUSED, JobState.RUNNING),
        CANCEL("cancel", "Ends a job for good; what was sent stays sent.", null, JobState.CANCELLED);

        private final String label;
        private final String description;
        private final @Nullable JobState from;
        private final JobState to;

        Change(String label, String description, @Nullable JobState from, JobState to) {
            this.label = label;
            this.description = description;
            this.from = from;
            this.to = to;
        }

        String label() {
            return label;
        }

        String description() {
            return description;
        }
    }

    BulkChangeCommand(Access access, Change change) {
        super(access);
        this.change = change;
    }

    @Override
    int run(OpenDesk desk) {
        Job before = desk.bulkJob(id);
        JobState from = change.from == null ? before.state() : change.from;
        boolean done = before.state() == change.to
                || desk.admin()
                        .bulkJobs()
                        .change(
                                id,
                                from,
                                change.to,
                                operator.name(),
                                reason,
                                UUID.randomUUID().toString());
        Job now = desk.bulkJob(id);
        if (!done) {
            throw new QuerentException(
                    "QRT-6054",
                    "the bulk job cannot go from where it stands; key=" + id + ", expected=" + from + ", found="
                            + now.state() + "; look at bulk show " + id);
        }
        print(wantsJson() ? Json.text(BulkFacts.json(now)) : "The job is " + now.state() + ".");
        return ExitCodes.DONE;
    }
}

package io.querent.command;

import io.querent.runtime.admin.AuditLog;
import picocli.CommandLine.Command;

/** Holds the audit's hashes against each other. */
@Command(
        name = "verify",
        mixinStandardHelpOptions = true,
        usageHelpAutoWidth = true,
        description = {
            "Reads the whole audit and holds its hashes against each other. Fails when an entry was changed, removed, moved or put in.",
            "Entries cut off at the end show only against a head that was written down elsewhere (audit head)."
        })
final class AuditCheckCommand extends DeskCommand {
    AuditCheckCommand(Access access) {
        super(access);
    }

    @Override
    int run(OpenDesk desk) {
        AuditLog.Verification found = desk.admin().audit().verify();
        if (wantsJson()) {
            print(Json.text(new Json()
                    .with("intact", found.intact())
                    .with("entries", found.entries())
                    .with("firstBroken", found.firstBroken())
                    .with("finding", found.finding())
                    .with("head", found.head())));
        } else if (found.intact()) {
            print("The audit is intact: " + found.entries() + " entries, head " + found.head());
        } else {
            print(
                    "QRT-6050 the audit was tampered with, or damaged; key=" + found.firstBroken()
                            + ", expected=an entry that fits, found=" + found.finding()
                            + "; keep the database as it is, and compare it with a backup and with heads written down elsewhere");
        }
        return found.intact() ? ExitCodes.DONE : ExitCodes.REFUSED;
    }
}

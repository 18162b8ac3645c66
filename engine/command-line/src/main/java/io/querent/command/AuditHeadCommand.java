package io.querent.command;

import io.querent.runtime.admin.AuditLog;
import java.util.List;
import picocli.CommandLine.Command;

/** Prints what proves the audit up to here. */
@Command(
        name = "head",
        mixinStandardHelpOptions = true,
        usageHelpAutoWidth = true,
        description =
                "Prints number and hash of the latest entry: written down elsewhere, it proves later that nothing up to"
                        + " here has changed. It is quick, and checks nothing.")
final class AuditHeadCommand extends DeskCommand {
    AuditHeadCommand(Access access) {
        super(access);
    }

    @Override
    int run(OpenDesk desk) {
        List<AuditLog.Entry> latest = desk.admin().audit().find(AuditLog.Filter.all(), null, 1);
        long number = latest.isEmpty() ? 0 : latest.get(0).number();
        String hash = latest.isEmpty() ? "" : latest.get(0).hash();
        print(wantsJson() ? Json.text(new Json().with("number", number).with("head", hash)) : number + " " + hash);
        return ExitCodes.DONE;
    }
}

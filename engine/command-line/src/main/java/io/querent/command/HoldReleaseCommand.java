package io.querent.command;

import io.querent.runtime.retention.LegalHolds.Hold;
import java.util.UUID;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Ends a legal hold. */
@Command(
        name = "release-hold",
        mixinStandardHelpOptions = true,
        usageHelpAutoWidth = true,
        description = "Releases a legal hold. What nothing else keeps leaves when its time is over.")
final class HoldReleaseCommand extends DeskCommand {
    @Parameters(paramLabel = "NUMBER", description = "The hold's number, as holds prints it.")
    private long number;

    @Option(
            names = "--reason",
            converter = GivenText.Reason.class,
            required = true,
            paramLabel = "TEXT",
            description = "Why. It goes into the audit.")
    private String reason = "";

    @Mixin
    private Operator operator = new Operator();

    @Option(
            names = "--id",
            paramLabel = "ID",
            description = "Id of this request: the same again changes nothing. Default: a new one.")
    private String id = UUID.randomUUID().toString();

    HoldReleaseCommand(Access access) {
        super(access);
    }

    @Override
    int run(OpenDesk desk) {
        Hold hold = desk.admin().legalHolds().release(number, operator.name(), reason, id);
        print(
                wantsJson()
                        ? Json.text(HoldsCommand.json(hold))
                        : "Hold " + number + " on " + hold.scope() + " is released.");
        return ExitCodes.DONE;
    }
}

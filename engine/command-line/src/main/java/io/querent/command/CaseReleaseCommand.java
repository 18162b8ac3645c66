package io.querent.command;

import java.util.UUID;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Gives a case back. */
@Command(
        name = "release",
        mixinStandardHelpOptions = true,
        usageHelpAutoWidth = true,
        description = "Gives a case back, whoever has claimed it, for somebody else to look after.")
final class CaseReleaseCommand extends DeskCommand {
    @Parameters(paramLabel = "OPERATION", description = "Key of the case's operation, as reviews prints it.")
    private String key = "";

    @Mixin
    private Operator operator = new Operator();

    CaseReleaseCommand(Access access) {
        super(access);
    }

    @Override
    int run(OpenDesk desk) {
        boolean released = desk.admin()
                .caseNotes()
                .release(
                        ReviewCase.open(desk, key),
                        operator.name(),
                        UUID.randomUUID().toString());
        if (wantsJson()) {
            print(Json.text(new Json().with("key", key).with("released", released)));
        } else {
            print(released ? "Nobody has it now." : "Nobody had it.");
        }
        return ExitCodes.DONE;
    }
}

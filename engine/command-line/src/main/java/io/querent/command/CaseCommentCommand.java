package io.querent.command;

import java.util.UUID;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Says something about a case. */
@Command(
        name = "comment",
        mixinStandardHelpOptions = true,
        usageHelpAutoWidth = true,
        description = "Says something about a case, for those who look at it next. It goes into the audit.")
final class CaseCommentCommand extends DeskCommand {
    @Parameters(
            index = "0",
            paramLabel = "OPERATION",
            description = "Key of the case's operation, as reviews prints it.")
    private String key = "";

    @Parameters(index = "1", paramLabel = "TEXT", description = "What you have to say.")
    private String text = "";

    @Mixin
    private Operator operator = new Operator();

    @Option(
            names = "--id",
            paramLabel = "ID",
            description = "Id of this comment: the same again is no second one. Default: a new one.")
    private String id = UUID.randomUUID().toString();

    CaseCommentCommand(Access access) {
        super(access);
    }

    @Override
    int run(OpenDesk desk) {
        desk.admin().caseNotes().comment(ReviewCase.open(desk, key), operator.name(), text, id);
        print(wantsJson() ? Json.text(new Json().with("key", key).with("id", id)) : "It is noted.  id=" + id);
        return ExitCodes.DONE;
    }
}

package io.querent.command;

import io.querent.runtime.admin.CaseNotes.CaseId;
import io.querent.runtime.admin.CaseNotes.Claim;
import java.util.Optional;
import java.util.UUID;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Says who looks after a case. */
@Command(
        name = "claim",
        mixinStandardHelpOptions = true,
        usageHelpAutoWidth = true,
        description = "Says that you look after a case, unless somebody else does. It forbids nobody to decide.")
final class CaseClaimCommand extends DeskCommand {
    @Parameters(paramLabel = "OPERATION", description = "Key of the case's operation, as reviews prints it.")
    private String key = "";

    @Mixin
    private Operator operator = new Operator();

    CaseClaimCommand(Access access) {
        super(access);
    }

    @Override
    int run(OpenDesk desk) {
        CaseId id = ReviewCase.open(desk, key);
        Optional<Claim> claim = desk.admin()
                .caseNotes()
                .claim(id, operator.name(), UUID.randomUUID().toString());
        String who = claim.map(Claim::operator).orElse("nobody");
        boolean yours = claim.isPresent() && who.equals(operator.name());
        if (wantsJson()) {
            print(Json.text(new Json()
                    .with("key", key)
                    .with("claimedBy", claim.map(Claim::operator).orElse(null))
                    .with("yours", yours)));
        } else if (claim.isEmpty()) {
            print("The case has just been closed.");
        } else {
            print(
                    yours
                            ? "It is yours."
                            : "It is " + who + "'s since " + seconds(claim.get().since()) + ".");
        }
        return yours ? ExitCodes.DONE : ExitCodes.REFUSED;
    }
}

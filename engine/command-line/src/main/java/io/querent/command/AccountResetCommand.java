package io.querent.command;

import java.util.UUID;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Gives a local account another password. */
@Command(
        name = "reset",
        mixinStandardHelpOptions = true,
        usageHelpAutoWidth = true,
        description = "Gives a local account another password, prints it this once, and ends the account's sessions.")
final class AccountResetCommand extends DeskCommand {
    @Parameters(paramLabel = "NAME", description = "Whose account it is.")
    private String name = "";

    @Mixin
    private Operator operator = new Operator();

    AccountResetCommand(Access access) {
        super(access);
    }

    @Override
    int run(OpenDesk desk) {
        NewPassword password = NewPassword.generate();
        boolean done = desk.admin()
                .accounts()
                .changePassword(
                        name,
                        password.hash(),
                        true,
                        operator.name(),
                        UUID.randomUUID().toString());
        if (!done) {
            throw OpenDesk.noAccount(name);
        }
        print(
                wantsJson()
                        ? Json.text(new Json().with("name", name).with("password", password.text()))
                        : "The password of " + name + " is " + password.text()
                                + "  (printed this once; to be changed at the next sign-in)");
        return ExitCodes.DONE;
    }
}

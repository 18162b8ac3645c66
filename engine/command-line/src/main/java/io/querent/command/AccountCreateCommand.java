package io.querent.command;

import io.querent.runtime.admin.Accounts.Account;
import io.querent.saga.QuerentException;
import java.time.Instant;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Makes a local account. */
@Command(
        name = "create",
        mixinStandardHelpOptions = true,
        usageHelpAutoWidth = true,
        description =
                "Makes a local account, and prints its password this once. It has to be changed at the first sign-in.")
final class AccountCreateCommand extends DeskCommand {
    private static final String NAME = "[\\p{L}\\p{N}][\\p{L}\\p{N}._@-]{0,99}";

    @Parameters(paramLabel = "NAME", description = "Whose account it is.")
    private String name = "";

    @Option(
            names = "--grant",
            paramLabel = "ROLE[:DEFINITION]",
            required = true,
            split = ",",
            description = "What it may: viewer, operator, approver or admin, each everywhere or of one definition.")
    private Set<String> grants = new TreeSet<>();

    @Mixin
    private Operator operator = new Operator();

    AccountCreateCommand(Access access) {
        super(access);
    }

    @Override
    int run(OpenDesk desk) {
        if (!name.matches(NAME)) {
            throw new UsageException(
                    "this is no account name; expected=1 to 100 letters, digits, . _ @ -, found=" + name);
        }
        NewPassword password = NewPassword.generate();
        // Epoch and time are the database's to say.
        Account account = new Account(name, password.hash(), grants, true, true, 1, Instant.EPOCH);
        if (!desk.admin()
                .accounts()
                .create(account, operator.name(), UUID.randomUUID().toString())) {
            throw new QuerentException(
                    "QRT-6055",
                    "there is an account of this name; key=" + name
                            + ", expected=a new name, found=an account; reset its password, or choose another name");
        }
        print(
                wantsJson()
                        ? Json.text(new Json().with("name", name).with("password", password.text()))
                        : "The password of " + name + " is " + password.text()
                                + "  (printed this once; to be changed at the first sign-in)");
        return ExitCodes.DONE;
    }
}

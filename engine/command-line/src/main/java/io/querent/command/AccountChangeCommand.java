package io.querent.command;

import io.querent.runtime.admin.Accounts.Account;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Replaces what a local account may do. */
@Command(
        name = "change",
        mixinStandardHelpOptions = true,
        usageHelpAutoWidth = true,
        description =
                "Replaces what a local account may do, or disables or enables it, and ends the account's sessions.")
final class AccountChangeCommand extends DeskCommand {
    @Parameters(paramLabel = "NAME", description = "Whose account it is.")
    private String name = "";

    @Option(
            names = "--grant",
            paramLabel = "ROLE[:DEFINITION]",
            split = ",",
            description = "All that it may from now on: viewer, operator, approver or admin, each everywhere or of one"
                    + " definition. Default: what it may already.")
    private Set<String> grants = new TreeSet<>();

    @Option(names = "--disable", description = "Nobody signs in with it any more.")
    private boolean disable;

    @Option(names = "--enable", description = "It can be signed in with again.")
    private boolean enable;

    @Mixin
    private Operator operator = new Operator();

    AccountChangeCommand(Access access) {
        super(access);
    }

    @Override
    int run(OpenDesk desk) {
        if (disable && enable || !disable && !enable && grants.isEmpty()) {
            throw new UsageException("say what is to change: --grant, --disable or --enable");
        }
        Account account = desk.admin().accounts().find(name).orElseThrow(() -> OpenDesk.noAccount(name));
        Set<String> now = grants.isEmpty() ? account.grants() : grants;
        boolean enabled = enable || !disable && account.enabled();
        if (!desk.admin()
                .accounts()
                .change(name, now, enabled, operator.name(), UUID.randomUUID().toString())) {
            throw OpenDesk.noAccount(name);
        }
        String words = name + " is " + (enabled ? "enabled" : "disabled") + ", and may " + new TreeSet<>(now);
        print(
                wantsJson()
                        ? Json.text(new Json()
                                .with("name", name)
                                .with("enabled", enabled)
                                .with("grants", new TreeSet<>(now)))
                        : words);
        return ExitCodes.DONE;
    }
}

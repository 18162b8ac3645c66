package io.querent.command;

import io.querent.command.text.TextTable;
import io.querent.runtime.admin.Accounts.Account;
import java.util.List;
import java.util.TreeSet;
import picocli.CommandLine.Command;

/** Prints the console's local accounts. */
@Command(
        name = "accounts",
        mixinStandardHelpOptions = true,
        usageHelpAutoWidth = true,
        description = {
            "Prints the console's local accounts. Its sub-commands make and change them, for whoever is locked out of the console.",
            "Who may write to the database may do all of it: the audit has it under the name that --operator gives."
        })
final class AccountsCommand extends DeskCommand {
    AccountsCommand(Access access) {
        super(access);
    }

    @Override
    int run(OpenDesk desk) {
        List<Account> accounts = desk.admin().accounts().all();
        if (wantsJson()) {
            print(Json.text(accounts.stream().map(each -> json(each).members()).toList()));
        } else if (accounts.isEmpty()) {
            print("There are no local accounts.");
        } else {
            TextTable table = new TextTable().row("NAME", "STATE", "GRANTS", "MADE (UTC)");
            accounts.forEach(each -> table.row(
                    each.name(),
                    !each.enabled() ? "DISABLED" : each.mustChange() ? "NEW PASSWORD" : "ENABLED",
                    String.join(" ", new TreeSet<>(each.grants())),
                    seconds(each.createdAt())));
            table.lines().forEach(this::print);
        }
        return ExitCodes.DONE;
    }

    private static Json json(Account account) {
        return new Json()
                .with("name", account.name())
                .with("enabled", account.enabled())
                .with("mustChange", account.mustChange())
                .with("grants", new TreeSet<>(account.grants()))
                .with("createdAt", account.createdAt());
    }
}

package io.querent.admin.console.accounts;

import io.querent.admin.access.Permission;
import io.querent.admin.access.Person;
import io.querent.admin.console.page.Moment;
import io.querent.admin.console.page.Pages;
import io.querent.admin.console.page.Place;
import io.querent.admin.security.AccountDesk;
import io.querent.decision.Authority;
import io.querent.saga.QuerentException;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.View;

/** Lets administrators make and change accounts. A password that was made is on the answer's page and nowhere else. */
@Controller
public final class AccountsController {
    private static final String PATH = "/console/accounts";

    private final AccountDesk accounts;
    private final Pages pages;

    public AccountsController(AccountDesk accounts, Pages pages) {
        this.accounts = accounts;
        this.pages = pages;
    }

    @GetMapping(PATH)
    View all(Person person) {
        return page(person, "", "calm", "", "");
    }

    @PostMapping(PATH)
    View create(Person person, @RequestParam String name, @RequestParam String grants, @RequestParam String requestId) {
        person.requireEverywhere(Permission.ADMINISTER);
        try {
            Optional<String> password = accounts.create(name.strip(), split(grants), person.name(), requestId);
            return made(
                    person, name.strip(), password, "There is an account of this name already; nothing was changed.");
        } catch (QuerentException malformed) {
            return page(person, String.valueOf(malformed.getMessage()), "bad", "", "");
        }
    }

    @PostMapping(PATH + "/change")
    View change(
            Person person,
            @RequestParam String name,
            @RequestParam String grants,
            @RequestParam(required = false) @Nullable String enabled,
            @RequestParam String requestId) {
        person.requireEverywhere(Permission.ADMINISTER);
        boolean own = Authority.isSamePerson(name, person.name());
        try {
            if (own && (enabled == null || !split(grants).contains("admin"))) {
                return page(
                        person,
                        "Nobody takes their own administration away: another administrator can.",
                        "bad",
                        "",
                        "");
            }
            boolean done = accounts.change(name, split(grants), enabled != null, person.name(), requestId);
            return page(
                    person,
                    done
                            ? name + " is changed; its sessions end with their next request."
                            : "There is no such account.",
                    done ? "good" : "bad",
                    "",
                    "");
        } catch (QuerentException malformed) {
            return page(person, String.valueOf(malformed.getMessage()), "bad", "", "");
        }
    }

    @PostMapping(PATH + "/reset")
    View reset(Person person, @RequestParam String name, @RequestParam String requestId) {
        person.requireEverywhere(Permission.ADMINISTER);
        return made(person, name, accounts.reset(name, person.name(), requestId), "There is no such account.");
    }

    private View made(Person person, String name, Optional<String> password, String otherwise) {
        return password.map(fresh -> page(person, "", "good", name, fresh))
                .orElseGet(() -> page(person, otherwise, "bad", "", ""));
    }

    private View page(Person person, String message, String tone, String freshName, String freshPassword) {
        person.requireEverywhere(Permission.ADMINISTER);
        AccountsView view = new AccountsView(
                message,
                tone,
                freshName,
                freshPassword,
                UUID.randomUUID().toString(),
                accounts.all().stream()
                        .map(account -> new AccountsView.Row(
                                account.name(),
                                account.grants().stream().sorted().collect(Collectors.joining(", ")),
                                account.enabled(),
                                account.mustChange(),
                                Moment.of(account.createdAt()),
                                account.name().equals(person.name())))
                        .toList());
        return pages.page(Place.ACCOUNTS, "Accounts", "accounts", view);
    }

    private static Set<String> split(String grants) {
        return Arrays.stream(grants.split("[,\\s]+"))
                .filter(grant -> !grant.isEmpty())
                .collect(Collectors.toUnmodifiableSet());
    }
}

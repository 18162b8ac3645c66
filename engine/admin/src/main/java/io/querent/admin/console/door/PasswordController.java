package io.querent.admin.console.door;

import io.querent.admin.access.Person;
import io.querent.admin.console.page.Pages;
import io.querent.admin.console.page.Place;
import io.querent.admin.console.page.Redirects;
import io.querent.admin.security.AccountDesk;
import io.querent.admin.security.People;
import io.querent.saga.QuerentException;
import java.util.UUID;
import org.springframework.security.core.Authentication;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.View;

/** Where people change their own password. */
@Controller
public final class PasswordController {
    /** The page's path. */
    static final String PATH = "/console/password";

    private final Pages pages;
    private final AccountDesk accounts;
    private final People people;

    public PasswordController(Pages pages, AccountDesk accounts, People people) {
        this.pages = pages;
        this.accounts = accounts;
        this.people = people;
    }

    @GetMapping(PATH)
    View form(Authentication authentication) {
        boolean must = people.mustChangePassword(authentication);
        return page(
                must ? "Choose a password of your own before you go on: the one you have was made for you." : "",
                "wait",
                authentication);
    }

    @PostMapping(PATH)
    View change(
            Person person,
            Authentication authentication,
            @RequestParam String current,
            @RequestParam String fresh,
            @RequestParam String again) {
        if (!People.isLocal(authentication)) {
            return page("", "calm", authentication);
        } else if (!fresh.equals(again)) {
            return page("The two new passwords differ.", "bad", authentication);
        }
        try {
            if (!accounts.changeOwn(
                    person.name(), current, fresh, UUID.randomUUID().toString())) {
                return page("The current password is wrong.", "bad", authentication);
            }
        } catch (QuerentException unfit) {
            return page(
                    "The new password must have at least 12 characters and not be the old one.", "bad", authentication);
        }
        return Redirects.to("/console/sign-in?changed");
    }

    private View page(String message, String tone, Authentication authentication) {
        PasswordView view = new PasswordView(message, tone, People.isLocal(authentication));
        return pages.page(Place.ELSEWHERE, "Your password", "password", view);
    }
}

package io.querent.admin.console.door;

import io.querent.admin.console.page.Links;
import io.querent.admin.console.page.Pages;
import io.querent.admin.console.page.Place;
import io.querent.admin.security.ConsoleSecurity;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.client.registration.ClientRegistrationRepository;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.View;

/** Shows where people sign in. What they send is taken by the filters of Spring Security. */
@Controller
public final class SignInController {
    private final Pages pages;
    private final List<SignInView.Provider> providers;

    /** @param registrations identity providers; null when none is configured */
    public SignInController(Pages pages, @Nullable ClientRegistrationRepository registrations) {
        this.pages = pages;
        this.providers = providers(registrations);
    }

    @GetMapping(ConsoleSecurity.SIGN_IN)
    View signIn(@RequestParam Map<String, String> said) {
        if (said.containsKey("wrong")) {
            return page("Name or password is wrong.", "bad");
        } else if (said.containsKey("barred")) {
            return page("There were too many wrong passwords for this name. Wait a minute, then try again.", "bad");
        } else if (said.containsKey("changed")) {
            return page("Your password is changed. Sign in with the new one.", "good");
        } else if (said.containsKey("out")) {
            return page("You have signed out.", "good");
        } else if (said.containsKey("error")) {
            return page("The identity provider did not confirm who you are.", "bad");
        }
        return page("", "calm");
    }

    private View page(String message, String tone) {
        return pages.page(Place.ELSEWHERE, "Sign in", "sign-in", new SignInView(message, tone, providers));
    }

    private static List<SignInView.Provider> providers(@Nullable ClientRegistrationRepository registrations) {
        List<SignInView.Provider> found = new ArrayList<>();
        if (registrations instanceof Iterable<?> all) {
            for (Object each : all) {
                if (each instanceof ClientRegistration registration) {
                    found.add(new SignInView.Provider(
                            registration.getClientName(),
                            "/oauth2/authorization/" + Links.encoded(registration.getRegistrationId())));
                }
            }
        }
        return found;
    }
}

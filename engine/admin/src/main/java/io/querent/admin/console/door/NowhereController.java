package io.querent.admin.console.door;

import io.querent.admin.console.page.Pages;
import io.querent.admin.console.page.Place;
import io.querent.admin.security.ConsoleSecurity;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.servlet.View;

/** What no other controller of the console takes. */
@Controller
public final class NowhereController {
    private final Pages pages;

    public NowhereController(Pages pages) {
        this.pages = pages;
    }

    @RequestMapping("/console/**")
    View nowhere() {
        throw new NothingHereException("a page of the console");
    }

    @RequestMapping(ConsoleSecurity.REFUSED)
    View refused() {
        return pages.page(
                HttpStatus.FORBIDDEN,
                Place.ELSEWHERE,
                "This form is no longer good",
                "error",
                new ErrorView(
                        "The form was of a session that is over, or did not come from this console. Nothing was done.",
                        "QRT-6083",
                        "Sign in if you are asked to, open the page again, and send it from there.",
                        "/console"));
    }
}

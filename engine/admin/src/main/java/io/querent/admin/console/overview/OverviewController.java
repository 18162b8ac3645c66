package io.querent.admin.console.overview;

import io.querent.admin.access.Permission;
import io.querent.admin.access.Person;
import io.querent.admin.console.page.Pages;
import io.querent.admin.console.page.Place;
import io.querent.admin.console.page.Redirects;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.servlet.View;

/** Shows the whole cluster, to who may see all of it. */
@Controller
public final class OverviewController {
    private final OverviewReader reader;
    private final Pages pages;

    public OverviewController(OverviewReader reader, Pages pages) {
        this.reader = reader;
        this.pages = pages;
    }

    /** Who may see some definitions alone begins with their sagas: figures of the whole cluster are not theirs. */
    @GetMapping({"/console", "/console/"})
    View overview(Person person) {
        person.requireSomewhere(Permission.VIEW);
        return person.grants().allowEverywhere(Permission.VIEW)
                ? pages.page(Place.OVERVIEW, "Overview", "overview", reader.read())
                : Redirects.to("/console/sagas");
    }

    /** What changes of the page, for a page that is open. */
    @GetMapping("/console/overview/figures")
    View figures(Person person) {
        person.requireEverywhere(Permission.VIEW);
        return pages.fragment("parts/overview-figures", reader.read());
    }
}

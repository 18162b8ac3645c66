package io.querent.admin.console.reviews;

import io.querent.admin.access.Permission;
import io.querent.admin.access.Person;
import io.querent.admin.console.page.Pages;
import io.querent.admin.console.page.Place;
import io.querent.admin.console.page.Redirects;
import io.querent.runtime.admin.CaseNotes;
import io.querent.runtime.admin.CaseNotes.CaseId;
import io.querent.saga.SagaKey;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.View;

/** Shows the queue of cases, and lets people look after one. */
@Controller
public final class ReviewsController {
    private static final String PATH = "/console/reviews";

    private final ReviewsReader reader;
    private final CaseNotes notes;
    private final Pages pages;

    /** @param reader reads the queue */
    public ReviewsController(ReviewsReader reader, CaseNotes notes, Pages pages) {
        this.reader = reader;
        this.notes = notes;
        this.pages = pages;
    }

    @GetMapping(PATH)
    View queue(
            Person person,
            @RequestParam(defaultValue = "") String definition,
            @RequestParam(required = false) @Nullable String after) {
        person.requireSomewhere(Permission.VIEW);
        String chosen = person.grants()
                .only(Permission.VIEW)
                .map(Set::iterator)
                .map(names -> definition.isEmpty() ? names.next() : definition)
                .orElse(definition);
        if (!chosen.isEmpty()) {
            person.require(Permission.VIEW, chosen);
        }
        return pages.page(Place.REVIEWS, "Reviews", "reviews", reader.read(person, chosen, after));
    }

    @PostMapping(PATH + "/claim")
    View claim(
            Person person,
            @RequestParam String saga,
            @RequestParam String operation,
            @RequestParam long revision,
            @RequestParam String requestId) {
        notes.claim(caseOf(person, saga, operation, revision), person.name(), requestId);
        return back(saga, operation);
    }

    @PostMapping(PATH + "/release")
    View release(
            Person person,
            @RequestParam String saga,
            @RequestParam String operation,
            @RequestParam long revision,
            @RequestParam String requestId) {
        CaseId id = caseOf(person, saga, operation, revision);
        CaseNotes.Claim claim = notes.claims(Set.of(id)).get(id);
        if (claim != null && !claim.operator().equals(person.name())) {
            person.requireEverywhere(Permission.ADMINISTER);
        }
        if (claim != null) {
            notes.release(id, person.name(), requestId);
        }
        return back(saga, operation);
    }

    @PostMapping(PATH + "/comment")
    View comment(
            Person person,
            @RequestParam String saga,
            @RequestParam String operation,
            @RequestParam long revision,
            @RequestParam String requestId,
            @RequestParam String text) {
        notes.comment(caseOf(person, saga, operation, revision), person.name(), text.strip(), requestId);
        return back(saga, operation);
    }

    private static CaseId caseOf(Person person, String saga, String operation, long revision) {
        SagaKey key = SagaKey.parse(saga);
        person.require(Permission.ACT, key.definition());
        return new CaseId(key, operation, revision);
    }

    private static View back(String saga, String operation) {
        SagaKey key = SagaKey.parse(saga);
        return Redirects.to(PATH + "?definition=" + key.definition() + "#" + ReviewsReader.anchor(key, operation));
    }
}

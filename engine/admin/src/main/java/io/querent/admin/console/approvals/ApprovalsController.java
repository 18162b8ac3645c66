package io.querent.admin.console.approvals;

import io.querent.admin.access.Permission;
import io.querent.admin.access.Person;
import io.querent.admin.console.door.NothingHereException;
import io.querent.admin.console.page.Links;
import io.querent.admin.console.page.Masks;
import io.querent.admin.console.page.Moment;
import io.querent.admin.console.page.Pages;
import io.querent.admin.console.page.Place;
import io.querent.admin.console.page.Redirects;
import io.querent.admin.desk.AdminDesk;
import io.querent.decision.Authority;
import io.querent.decision.OperatorDecision;
import io.querent.runtime.action.ActionResult;
import io.querent.runtime.admin.Approvals;
import io.querent.runtime.journal.Letter;
import io.querent.runtime.journal.SagaJournal;
import io.querent.saga.SagaId;
import io.querent.saga.SagaKey;
import java.time.Duration;
import java.util.Optional;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.View;

/** Lets a second person say yes or no. */
@Controller
public final class ApprovalsController {
    private static final String PATH = "/console/approvals";
    private static final int MOST = 100;

    private final AdminDesk desk;
    private final SagaJournal journal;
    private final Masks masks;
    private final Pages pages;
    private final Duration patience;

    /** @param patience how long a page waits for what comes of an approved request */
    public ApprovalsController(AdminDesk desk, SagaJournal journal, Masks masks, Pages pages, Duration patience) {
        this.desk = desk;
        this.journal = journal;
        this.masks = masks;
        this.pages = pages;
        this.patience = patience;
    }

    @GetMapping(PATH)
    View open(Person person) {
        ApprovalsView view = new ApprovalsView(desk.approvals(person, MOST).stream()
                .map(asked -> view(person, asked))
                .toList());
        return pages.page(Place.APPROVALS, "Approvals", "approvals", view);
    }

    @PostMapping(PATH + "/{id}/approve")
    View approve(Person person, @PathVariable String id, @RequestParam(defaultValue = "") String comment) {
        return answered(id, saga(person, id), desk.approve(person, id, comment.strip(), patience));
    }

    @PostMapping(PATH + "/{id}/decline")
    View decline(Person person, @PathVariable String id, @RequestParam(defaultValue = "") String comment) {
        return answered(id, saga(person, id), desk.decline(person, id, comment.strip()));
    }

    private SagaId saga(Person person, String id) {
        return desk.approval(person, id)
                .map(asked -> asked.letter().saga().id())
                .orElseThrow(() -> new NothingHereException("a request for a second person"));
    }

    private static View answered(String id, SagaId saga, Optional<ActionResult> result) {
        if (result.isEmpty()) {
            throw new NothingHereException("a request for a second person");
        }
        return Redirects.to(Links.saga(saga) + "/actions/" + Links.encoded(id));
    }

    private ApprovalsView.Asked view(Person person, Approvals.Request asked) {
        Letter letter = asked.letter();
        SagaKey key = letter.saga();
        boolean own = Authority.isSamePerson(letter.content().sender(), person.name());
        String what = "let it go on now";
        String reason = "";
        String evidence = "";
        long revision = 0;
        if (letter.content() instanceof Letter.Decided decided) {
            what = words(decided.decision());
            reason = decided.authority().reason();
            evidence = decided.decision().evidence();
            revision = decided.authority().revision();
        }
        long seen = revision;
        boolean moved = seen > 0
                && journal.findRow(key.id()).filter(row -> row.version() > seen).isPresent();
        return new ApprovalsView.Asked(
                asked.id(),
                Links.saga(key.id()),
                key.toString(),
                what,
                letter.content().sender(),
                masks.texts().mask(reason, key),
                masks.texts().mask(evidence, key),
                asked.rule(),
                revision,
                Moment.of(asked.askedAt()),
                Moment.of(asked.expiresAt()),
                moved,
                own,
                !own && person.grants().allow(Permission.APPROVE, key.definition()));
    }

    private static String words(OperatorDecision decision) {
        String amount = decision instanceof OperatorDecision.CompensatePart part ? " " + part.amount() : "";
        String on = decision instanceof OperatorDecision.OnOperation operation ? " " + operation.operation() : "";
        return decision.name().replace('-', ' ') + on + amount;
    }
}

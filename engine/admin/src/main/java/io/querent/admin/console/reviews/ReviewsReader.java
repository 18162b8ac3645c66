package io.querent.admin.console.reviews;

import io.querent.admin.access.Permission;
import io.querent.admin.access.Person;
import io.querent.admin.console.action.Offers;
import io.querent.admin.console.page.Badge;
import io.querent.admin.console.page.Contradiction;
import io.querent.admin.console.page.Links;
import io.querent.admin.console.page.Masks;
import io.querent.admin.console.page.Moment;
import io.querent.admin.console.page.Shapes;
import io.querent.admin.desk.AdminDesk;
import io.querent.decision.SagaState;
import io.querent.runtime.admin.CaseNotes;
import io.querent.runtime.admin.CaseNotes.CaseId;
import io.querent.runtime.journal.Reviews;
import io.querent.runtime.journal.SagaJournal;
import io.querent.runtime.journal.StoredSaga;
import io.querent.saga.SagaId;
import io.querent.saga.SagaKey;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads pages of the queue, each case with what is known of it. Thread-safe. */
public final class ReviewsReader {
    private static final int PAGE = 20;

    private final SagaJournal journal;
    private final CaseNotes notes;
    private final AdminDesk desk;
    private final Shapes shapes;
    private final Masks masks;
    private final InstantSource clock;

    public ReviewsReader(
            SagaJournal journal, CaseNotes notes, AdminDesk desk, Shapes shapes, Masks masks, InstantSource clock) {
        this.journal = journal;
        this.notes = notes;
        this.desk = desk;
        this.shapes = shapes;
        this.masks = masks;
        this.clock = clock;
    }

    ReviewsView read(Person person, String definition, @Nullable String after) {
        List<Reviews.Case> cases = journal.reviews()
                .open(new Reviews.Page(null, definition.isEmpty() ? null : definition, Cursor.read(after), PAGE));
        Map<CaseId, CaseNotes.Claim> claims =
                notes.claims(cases.stream().map(ReviewsReader::id).toList());
        Map<SagaId, StoredSaga> sagas =
                journal
                        .load(cases.stream()
                                .map(each -> each.saga().id())
                                .distinct()
                                .toList())
                        .stream()
                        .collect(Collectors.toMap(saga -> saga.row().id(), saga -> saga));
        return new ReviewsView(
                journal.reviews().countOpen(),
                shapes.names().stream()
                        .filter(name -> person.grants().allow(Permission.VIEW, name))
                        .toList(),
                definition,
                cases.stream()
                        .map(each -> view(
                                person,
                                each,
                                claims.get(id(each)),
                                sagas.get(each.saga().id())))
                        .toList(),
                cases.size() < PAGE
                        ? ""
                        : "/console/reviews?definition=" + definition + "&after="
                                + Links.encoded(Cursor.text(cases.get(cases.size() - 1))));
    }

    private ReviewsView.Case view(
            Person person, Reviews.Case each, CaseNotes.@Nullable Claim claim, @Nullable StoredSaga saga) {
        SagaKey key = each.saga();
        boolean whole = each.operation().equals(SagaState.WHOLE);
        boolean mayAct = person.grants().allow(Permission.ACT, key.definition());
        boolean own = claim != null && claim.operator().equals(person.name());
        SagaState state = saga == null ? null : saga.state();
        return new ReviewsView.Case(
                anchor(key, each.operation()),
                Links.saga(key.id()),
                key.toString(),
                whole ? "the saga" : each.operation(),
                whole ? Links.saga(key.id()) : Links.operation(key.id(), each.operation()),
                saga == null
                        ? new Badge("person", "⚑", "In review")
                        : Badge.of(saga.row().status()),
                Reasons.of(each.reason()),
                masks.texts().mask(each.detail(), key),
                each.revision(),
                Moment.of(each.openedAt()),
                claim == null ? "" : claim.operator(),
                claim == null ? null : Moment.of(claim.since()),
                mayAct && claim == null,
                own || claim != null && person.grants().allowEverywhere(Permission.ADMINISTER),
                mayAct,
                state == null || whole ? null : Contradiction.of(state.operation(each.operation()), key, masks.texts()),
                comments(each),
                saga == null || state == null ? List.of() : offers(person, each, saga, state, whole),
                UUID.randomUUID().toString());
    }

    private List<io.querent.admin.console.action.Offer> offers(
            Person person, Reviews.Case each, StoredSaga saga, SagaState state, boolean whole) {
        Offers offers = new Offers(person, saga, state, desk.definition(saga), clock.instant());
        return whole ? offers.onSaga() : offers.onOperation(each.operation());
    }

    private List<ReviewsView.Said> comments(Reviews.Case each) {
        return notes.comments(each.saga()).stream()
                .filter(comment -> comment.id().equals(id(each)))
                .map(comment -> new ReviewsView.Said(
                        comment.operator(),
                        Moment.of(comment.at()),
                        masks.texts().mask(comment.text(), each.saga())))
                .toList();
    }

    private static CaseId id(Reviews.Case each) {
        return new CaseId(each.saga(), each.operation(), each.revision());
    }

    static String anchor(SagaKey saga, String operation) {
        return "case-" + saga.id() + "-" + operation;
    }
}

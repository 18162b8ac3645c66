package io.querent.admin.console.sagas;

import io.querent.admin.access.Permission;
import io.querent.admin.access.Person;
import io.querent.admin.console.page.Badge;
import io.querent.admin.console.page.Links;
import io.querent.admin.console.page.Masks;
import io.querent.admin.console.page.Moment;
import io.querent.admin.console.page.Pages;
import io.querent.admin.console.page.Place;
import io.querent.admin.console.page.Redirects;
import io.querent.admin.console.page.Shapes;
import io.querent.decision.OperationStatus;
import io.querent.decision.SagaStatus;
import io.querent.runtime.admin.SavedViews;
import io.querent.runtime.journal.JournalUnavailableException;
import io.querent.runtime.journal.SagaRow;
import io.querent.runtime.journal.SagaSearch;
import io.querent.saga.QuerentException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.View;

/** Finds sagas. */
@Controller
public final class SagasController {
    private static final String PATH = "/console/sagas";
    private static final int PAGE = 50;

    private final SagaSearch search;
    private final SavedViews saved;
    private final Shapes shapes;
    private final Masks masks;
    private final Pages pages;

    public SagasController(SagaSearch search, SavedViews saved, Shapes shapes, Masks masks, Pages pages) {
        this.search = search;
        this.saved = saved;
        this.shapes = shapes;
        this.masks = masks;
        this.pages = pages;
    }

    @GetMapping(PATH)
    View find(
            Person person,
            @RequestParam Map<String, String> parameters,
            @RequestParam(required = false) @Nullable String after) {
        person.requireSomewhere(Permission.VIEW);
        Query query = within(person, Query.of(parameters));
        String wrong = "";
        SagaSearch.Results results = new SagaSearch.Results(List.of(), null);
        try {
            results = search.find(new SagaSearch.Page(query.filter(), after, PAGE));
        } catch (JournalUnavailableException away) {
            throw away;
        } catch (QuerentException malformed) {
            wrong = String.valueOf(malformed.getMessage());
        }
        String self = PATH + "?" + query.text();
        SagasView view = new SagasView(
                query,
                wrong,
                results.sagas().stream().map(this::row).toList(),
                after == null ? "" : self,
                results.next() == null ? "" : self + "&after=" + Links.encoded(results.next()),
                definitions(person),
                names(SagaStatus.values()),
                names(OperationStatus.values()),
                views(person),
                person.grants().allowSomewhere(Permission.ACT));
        return pages.page(Place.SAGAS, "Sagas", "sagas", view);
    }

    @PostMapping(PATH + "/views")
    View keep(
            Person person,
            @RequestParam String name,
            @RequestParam String query,
            @RequestParam(required = false) @Nullable String shared) {
        person.requireSomewhere(Permission.VIEW);
        saved.keep(new SavedViews.View(person.name(), name.strip(), query, shared != null));
        return Redirects.to(PATH + "?" + query);
    }

    @PostMapping(PATH + "/views/forget")
    View forget(Person person, @RequestParam String name) {
        person.requireSomewhere(Permission.VIEW);
        saved.forget(person.name(), name);
        return Redirects.to(PATH);
    }

    /** Who may see some definitions alone searches one of them at a time: the first where none is chosen. */
    private static Query within(Person person, Query query) {
        Optional<Set<String>> only = person.grants().only(Permission.VIEW);
        if (only.isEmpty()) {
            return query;
        } else if (query.get("definition").isEmpty()) {
            return query.with("definition", only.get().iterator().next());
        }
        person.require(Permission.VIEW, query.get("definition"));
        return query;
    }

    private List<String> definitions(Person person) {
        return shapes.names().stream()
                .filter(name -> person.grants().allow(Permission.VIEW, name))
                .toList();
    }

    private static List<String> names(Enum<?>[] values) {
        return Arrays.stream(values).map(Enum::name).toList();
    }

    private List<SagasView.View> views(Person person) {
        return saved.of(person.name()).stream()
                .map(view -> new SagasView.View(
                        view.name(),
                        PATH + "?" + view.query(),
                        view.operator().equals(person.name()),
                        view.shared(),
                        view.operator()))
                .toList();
    }

    private SagasView.Row row(SagaSearch.Found found) {
        SagaRow saga = found.saga();
        String attributes = found.attributes().entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(each -> each.getKey() + "=" + each.getValue())
                .collect(Collectors.joining(", "));
        return new SagasView.Row(
                Links.saga(saga.id()),
                saga.key().businessKey().value(),
                saga.key().tenant().value(),
                saga.key().definition(),
                saga.definitionVersion(),
                Badge.of(saga.status()),
                masks.texts().mask(attributes),
                Moment.of(saga.startedAt()),
                saga.owner() == null ? Moment.ofNullable(saga.wakeAt()) : null,
                saga.owner() == null ? "" : saga.owner());
    }
}

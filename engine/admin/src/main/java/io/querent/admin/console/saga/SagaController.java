package io.querent.admin.console.saga;

import io.querent.admin.access.Person;
import io.querent.admin.console.door.NothingHereException;
import io.querent.admin.console.page.Masks;
import io.querent.admin.console.page.Pages;
import io.querent.admin.console.page.Place;
import io.querent.admin.console.page.Shapes;
import io.querent.admin.desk.AdminDesk;
import io.querent.admin.graph.StepGraphs;
import io.querent.admin.live.Streams;
import io.querent.runtime.journal.SagaJournal;
import io.querent.runtime.journal.StoredSaga;
import io.querent.runtime.retention.LegalHolds;
import io.querent.saga.SagaId;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.View;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/** Shows one saga. */
@Controller
public final class SagaController {
    private final AdminDesk desk;
    private final SagaJournal journal;
    private final Pages pages;
    private final SagaReader sagas;
    private final OperationReader operations;
    private final EventsReader events;
    private final Streams streams;

    public SagaController(
            AdminDesk desk,
            SagaJournal journal,
            Pages pages,
            Shapes shapes,
            StepGraphs graphs,
            Masks masks,
            Streams streams,
            LegalHolds holds,
            InstantSource clock) {
        this.desk = desk;
        this.journal = journal;
        this.pages = pages;
        this.sagas = new SagaReader(desk, shapes, graphs, masks, holds, clock);
        this.operations = new OperationReader(masks);
        this.events = new EventsReader(masks);
        this.streams = streams;
    }

    @GetMapping("/console/sagas/{id}")
    View saga(
            Person person,
            @PathVariable String id,
            @RequestParam(required = false) @Nullable Long before,
            @RequestParam(defaultValue = "0") int rows) {
        StoredSaga saga = open(person, id);
        if (saga.archived() != null) {
            ArchivedView archived = ArchivedView.of(saga.row(), saga.archived());
            return pages.page(Place.SAGAS, archived.businessKey(), "saga-archived", archived);
        }
        SagaView view = sagas.read(person, saga, before, rows);
        return pages.page(Place.SAGAS, view.businessKey(), "saga", view);
    }

    /** What changes of the page, for a page that is open. */
    @GetMapping("/console/sagas/{id}/state")
    View state(
            Person person,
            @PathVariable String id,
            @RequestParam(required = false) @Nullable Long before,
            @RequestParam(defaultValue = "0") int rows) {
        return pages.fragment("parts/saga-news", sagas.read(person, open(person, id), before, rows));
    }

    @GetMapping(path = "/console/sagas/{id}/live", produces = MediaType.TEXT_EVENT_STREAM_VALUE)
    SseEmitter live(Person person, @PathVariable String id, @RequestParam(defaultValue = "0") long seen) {
        SagaId saga = open(person, id).row().id();
        return streams.open(
                "saga " + saga,
                String.valueOf(seen),
                () -> journal.findRow(saga).map(row -> String.valueOf(row.version())));
    }

    @GetMapping("/console/sagas/{id}/operations/{name}")
    View operation(
            Person person,
            @PathVariable String id,
            @PathVariable String name,
            @RequestParam(required = false) @Nullable Integer before,
            @RequestHeader(name = "HX-Request", required = false) @Nullable String fragment) {
        StoredSaga saga = open(person, id);
        StepRow row = sagas.row(person, saga, known(saga, name));
        OperationView view = operations.read(saga, row, before);
        return fragment == null
                ? pages.page(Place.SAGAS, row.name(), "operation", view)
                : pages.fragment("parts/operation-detail", view);
    }

    @GetMapping("/console/sagas/{id}/events")
    View events(Person person, @PathVariable String id, @RequestParam(defaultValue = "0") long after) {
        EventsView view = events.read(open(person, id), after);
        return pages.page(Place.SAGAS, "Events of " + view.sagaKey(), "events", view);
    }

    private StoredSaga open(Person person, String id) {
        return desk.open(person, SagaId.parse(id));
    }

    /** What is no operation's name is nothing that a key could be made of. */
    private static String known(StoredSaga saga, String name) {
        if (!name.matches("[A-Za-z0-9_-]{1,64}(\\.[A-Za-z0-9_-]{1,64}){0,2}")) {
            throw new NothingHereException("an operation of saga " + saga.row().key());
        }
        return name;
    }
}

package io.querent.admin.console.definitions;

import io.querent.admin.access.Permission;
import io.querent.admin.access.Person;
import io.querent.admin.console.door.NothingHereException;
import io.querent.admin.console.page.Links;
import io.querent.admin.console.page.Moment;
import io.querent.admin.console.page.Pages;
import io.querent.admin.console.page.Place;
import io.querent.admin.console.page.Shapes;
import io.querent.admin.graph.StepGraphs;
import io.querent.runtime.journal.DefinitionRegistry.Registered;
import io.querent.runtime.journal.SagaJournal.DefinitionVersion;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.servlet.View;

/** Shows definitions as nodes have registered them. */
@Controller
public final class DefinitionsController {
    private static final String PATH = "/console/definitions";

    private final Shapes shapes;
    private final StepGraphs graphs;
    private final Pages pages;

    public DefinitionsController(Shapes shapes, StepGraphs graphs, Pages pages) {
        this.shapes = shapes;
        this.graphs = graphs;
        this.pages = pages;
    }

    @GetMapping(PATH)
    View all(Person person) {
        person.requireSomewhere(Permission.VIEW);
        DefinitionsView view = new DefinitionsView(shapes.all().stream()
                .filter(each ->
                        person.grants().allow(Permission.VIEW, each.version().name()))
                .map(this::version)
                .toList());
        return pages.page(Place.DEFINITIONS, "Definitions", "definitions", view);
    }

    @GetMapping(PATH + "/{name}/{version}")
    View one(Person person, @PathVariable String name, @PathVariable int version) {
        person.require(Permission.VIEW, name);
        Registered registered = shapes.find(new DefinitionVersion(name, version))
                .orElseThrow(() -> new NothingHereException("a version of a definition"));
        DefinitionView view = new DefinitionView(
                version(registered),
                registered.shape().fingerprint(),
                graphs.draw(registered.shape(), step -> StepGraphs.Face.PLAIN),
                registered.shape().steps().stream()
                        .map(step -> new DefinitionView.Step(
                                step.name(),
                                StepGraphs.kind(step),
                                String.join(", ", step.after()),
                                String.join(", ", step.traits())))
                        .toList());
        return pages.page(Place.DEFINITIONS, name + " version " + version, "definition", view);
    }

    private DefinitionsView.Version version(Registered each) {
        String name = each.version().name();
        int version = each.version().version();
        return new DefinitionsView.Version(
                name,
                version,
                PATH + "/" + Links.encoded(name) + "/" + version,
                "/console/sagas?definition=" + Links.encoded(name),
                each.shape().steps().size(),
                String.valueOf(each.live()),
                shapes.isRun(each),
                Moment.of(each.firstSeen()),
                Moment.of(each.lastSeen()));
    }
}

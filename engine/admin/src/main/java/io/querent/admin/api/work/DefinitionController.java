package io.querent.admin.api.work;

import io.querent.admin.access.Permission;
import io.querent.admin.access.Person;
import io.querent.admin.api.http.Refusal;
import io.querent.runtime.journal.DefinitionRegistry;
import io.querent.runtime.journal.DefinitionRegistry.Registered;
import io.querent.saga.StepShape;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Instant;
import java.util.List;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Shows definitions. */
@RestController
@RequestMapping("/api/v1/definitions")
@Tag(name = "Definitions", description = "Definitions that nodes have registered, and their graphs.")
public final class DefinitionController {
    private final DefinitionRegistry registry;

    /** Shows what {@code registry} has. */
    public DefinitionController(DefinitionRegistry registry) {
        this.registry = registry;
    }

    /** A definition in a list. */
    @Schema(name = "Definition", description = "A version of a definition.")
    public record DefinitionView(
            @Schema(example = "payment") String name,
            @Schema(example = "1") int version,

            @Schema(description = "Fingerprint of its shape.")
            String fingerprint,

            @Schema(description = "How many of its sagas have not ended.")
            long live,

            Instant firstSeen,

            @Schema(description = "When a node last said that it runs it.")
            Instant lastSeen) {}

    /** All definitions. */
    @Schema(name = "Definitions", description = "Definitions that the caller may view.")
    public record DefinitionList(List<DefinitionView> definitions) {}

    /** A step. */
    @Schema(name = "Node", description = "A step of a definition.")
    public record NodeView(
            @Schema(example = "transfer") String name,
            @Schema(example = "CALL") String kind,

            @Schema(description = "What else is true of it, as name or name=value.", example = "[\"pivot\"]")
            List<String> traits) {}

    /** An order of two steps. */
    @Schema(name = "Edge", description = "One step follows another.")
    public record EdgeView(
            @Schema(example = "reserve") String from,
            @Schema(example = "transfer") String to) {}

    /** A definition with its graph. */
    @Schema(name = "DefinitionGraph", description = "A version of a definition, with its graph.")
    public record GraphView(DefinitionView definition, List<NodeView> nodes, List<EdgeView> edges) {}

    @GetMapping
    @Operation(
            operationId = "listDefinitions",
            summary = "Definitions",
            description = "Every version that was ever registered, as far as the caller may view it.")
    DefinitionList list(Person person) {
        person.requireSomewhere(Permission.VIEW);
        return new DefinitionList(registry.all().stream()
                .filter(each ->
                        person.grants().allow(Permission.VIEW, each.version().name()))
                .map(DefinitionController::view)
                .toList());
    }

    @GetMapping("/{name}/{version}")
    @Operation(
            operationId = "getDefinition",
            summary = "A definition with its graph",
            description = "Steps, their order and traits.")
    GraphView get(
            @Parameter(description = "Its name.", example = "payment") @PathVariable("name") String name,
            @Parameter(description = "Its version.", example = "1") @PathVariable("version") int version,
            Person person) {
        return registry.all().stream()
                .filter(each ->
                        each.version().name().equals(name) && each.version().version() == version)
                .filter(each -> person.grants().allow(Permission.VIEW, name))
                .findFirst()
                .map(DefinitionController::graph)
                .orElseThrow(() -> Refusal.unknown("definition"));
    }

    private static GraphView graph(Registered registered) {
        List<StepShape> steps = registered.shape().steps();
        return new GraphView(
                view(registered),
                steps.stream()
                        .map(step -> new NodeView(step.name(), step.kind().name(), step.traits()))
                        .toList(),
                steps.stream()
                        .flatMap(step -> step.after().stream().map(before -> new EdgeView(before, step.name())))
                        .toList());
    }

    private static DefinitionView view(Registered registered) {
        return new DefinitionView(
                registered.version().name(),
                registered.version().version(),
                registered.shape().fingerprint(),
                registered.live(),
                registered.firstSeen(),
                registered.lastSeen());
    }
}

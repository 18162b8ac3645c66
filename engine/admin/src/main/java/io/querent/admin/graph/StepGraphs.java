package io.querent.admin.graph;

import io.querent.saga.DefinitionShape;
import io.querent.saga.StepKind;
import io.querent.saga.StepShape;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Draws definitions. Places depend on the shape alone, so they are worked out once a shape and kept for a while; what a box says is put in
 * afterwards. Thread-safe.
 */
public final class StepGraphs {
    private static final int KEPT = 64;
    /** More steps than anybody can look at: the list beside the graph has them. */
    private static final int MOST_STEPS = 150;

    private final Layout layout = new Layout();
    private final Map<String, Drawing> drawn = new LinkedHashMap<>(KEPT, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Drawing> eldest) {
            return size() > KEPT;
        }
    };

    /** What a box says of a step beside its name. */
    public record Face(String state, String undo, String tone) {
        /** Of a step of a definition. */
        public static final Face PLAIN = new Face("", "", "plain");
    }

    /** The drawing; without boxes where there are too many steps. */
    public Drawing draw(DefinitionShape shape, Function<String, Face> faces) {
        if (shape.steps().size() > MOST_STEPS) {
            return new Drawing(0, 0, List.of(), List.of());
        }
        Drawing places = places(shape);
        return new Drawing(
                places.width(),
                places.height(),
                places.boxes().stream().map(box -> faced(box, faces)).toList(),
                places.lines());
    }

    private static Drawing.Box faced(Drawing.Box box, Function<String, Face> faces) {
        Face face = faces.apply(box.node().name());
        Node node = new Node(box.node().name(), box.node().kind(), face.state(), face.undo(), face.tone());
        return new Drawing.Box(node, box.x(), box.y(), box.width(), box.height());
    }

    private synchronized Drawing places(DefinitionShape shape) {
        return drawn.computeIfAbsent(shape.fingerprint(), fingerprint -> {
            Map<String, List<String>> after = new LinkedHashMap<>();
            shape.steps().forEach(step -> after.put(step.name(), step.after()));
            return layout.draw(shape.steps().stream().map(StepGraphs::node).toList(), after);
        });
    }

    private static Node node(StepShape step) {
        return new Node(step.name(), kind(step), "", "", "plain");
    }

    /** What a step is, in a few words. */
    public static String kind(StepShape step) {
        String kind = kind(step.kind());
        String to = step.traits().stream()
                .filter(trait -> trait.startsWith("to=CALL/"))
                .map(trait -> " to " + trait.substring("to=CALL/".length()).split("/", 2)[0])
                .findFirst()
                .orElse("");
        return kind + to + (step.traits().contains("pivot") ? ", pivot" : "");
    }

    private static String kind(StepKind kind) {
        return switch (kind) {
            case CALL -> "call";
            case LOCAL_TRANSACTION -> "local transaction";
            case PUBLISH -> "message";
            case CHILD_SAGA -> "saga of its own";
            case CHOICE -> "choice";
            case DELAY -> "delay";
            case SIGNAL -> "waits for a word";
            case APPROVAL -> "waits for an approval";
            case FOR_EACH -> "for each item";
        };
    }
}

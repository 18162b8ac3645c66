package io.querent.admin.console.definitions;

import io.querent.admin.graph.Drawing;
import java.util.List;

/** A version of a definition. */
public record DefinitionView(DefinitionsView.Version version, String fingerprint, Drawing drawing, List<Step> steps) {
    public DefinitionView {
        steps = List.copyOf(steps);
    }

    /** A step. */
    public record Step(String name, String kind, String after, String traits) {}
}

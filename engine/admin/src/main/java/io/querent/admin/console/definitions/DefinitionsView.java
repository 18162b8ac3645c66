package io.querent.admin.console.definitions;

import io.querent.admin.console.page.Moment;
import java.util.List;

/** All versions of all definitions. */
public record DefinitionsView(List<Version> versions) {
    public DefinitionsView {
        versions = List.copyOf(versions);
    }

    /**
     * A version.
     *
     * @param live sagas of it that have not ended
     * @param run whether a node has said lately that it runs it
     */
    public record Version(
            String name,
            int version,
            String link,
            String sagasLink,
            int steps,
            String live,
            boolean run,
            Moment firstSeen,
            Moment lastSeen) {}
}

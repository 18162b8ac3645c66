package io.querent.examples.settlement.service;

import io.querent.examples.payment.access.DatabaseAccess;
import java.nio.file.Path;
import java.util.Map;

/** The service's database: one of its own in a directory, or that of a service which runs already, whose second node this one is. */
public sealed interface ServiceDatabase {
    /** The settings that lead to it. */
    Map<String, Object> properties();

    /** In a directory, which one process at a time may hold. */
    record Own(Path directory) implements ServiceDatabase {
        @Override
        public Map<String, Object> properties() {
            return Map.of("querent.embedded.data-directory", directory.toString());
        }
    }

    /** Another node's. */
    record Shared(DatabaseAccess access) implements ServiceDatabase {
        @Override
        public Map<String, Object> properties() {
            return Map.of(
                    "spring.datasource.url", access.url(),
                    "spring.datasource.username", access.user(),
                    "spring.datasource.password", access.password());
        }
    }
}

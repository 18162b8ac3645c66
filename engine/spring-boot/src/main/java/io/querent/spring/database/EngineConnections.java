package io.querent.spring.database;

import io.querent.spring.QuerentProperties;

/** How many database connections an engine does well to find at its busiest. It holds none while a downstream is called. */
final class EngineConnections {
    /** Claims, renewal of leases, slots of downstreams and now and then a look for something. */
    private static final int HOUSEKEEPING = 3;

    private EngineConnections() {}

    static int atMost(QuerentProperties properties) {
        return properties.journal().writers() + properties.localTransactions() + HOUSEKEEPING;
    }
}

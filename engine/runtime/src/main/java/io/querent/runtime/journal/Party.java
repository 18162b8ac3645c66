package io.querent.runtime.journal;

import io.querent.saga.SagaKey;

/** Those who take turns with each other where there is not enough for all: the sagas of one definition and one tenant. */
public record Party(String tenant, String definition) {
    /** The party that the saga belongs to. */
    public static Party of(SagaKey saga) {
        return new Party(saga.tenant().value(), saga.definition());
    }
}

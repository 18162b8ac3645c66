package io.querent.admin.desk;

import io.querent.admin.access.Permission;
import io.querent.admin.access.Person;
import io.querent.decision.Authority;
import io.querent.decision.OperatorDecision;
import io.querent.decision.preview.Preview;
import io.querent.runtime.action.Action;
import io.querent.runtime.action.ActionRequest;
import io.querent.runtime.journal.StoredSaga;
import io.querent.runtime.work.Foresight;
import io.querent.saga.SagaDefinition;
import java.time.InstantSource;
import java.util.Optional;

/** Tells people what would come of a request, before they send it. Nothing is stored. As thread-safe as the definitions' functions. */
public final class PreviewDesk {
    private final AdminDesk desk;
    private final Foresight foresight;
    private final InstantSource clock;

    /** @param clock for what is foreseen, never for what is decided */
    public PreviewDesk(AdminDesk desk, Foresight foresight, InstantSource clock) {
        this.desk = desk;
        this.foresight = foresight;
        this.clock = clock;
    }

    /**
     * What would come of it; empty where this process does not have the definition, or the request decides nothing.
     *
     * @throws io.querent.admin.access.AccessDeniedException when the person may not act on the saga
     */
    public Optional<Preview> of(Person person, StoredSaga saga, ActionRequest request) {
        person.require(Permission.ACT, saga.row().key().definition());
        SagaDefinition<?> definition = desk.definition(saga);
        Optional<OperatorDecision> decision = desk.decision(saga, request);
        if (definition == null || decision.isEmpty() || request.action() == Action.MOVE) {
            return Optional.empty();
        }
        Authority authority = new Authority(person.name(), request.reason(), request.revision(), request.requestId());
        return Optional.of(foresight.look(definition, saga.state(), decision.get(), authority, clock.instant()));
    }
}

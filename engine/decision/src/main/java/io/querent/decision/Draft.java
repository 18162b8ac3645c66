package io.querent.decision;

import java.util.List;

/** Events that a command asks for, before what they make necessary is added. */
final class Draft {
    private Draft() {}

    static Decision of(SagaState state, SagaEvent... events) {
        return new Decision.Accepted(List.of(events), state);
    }

    static Decision of(SagaState state, List<SagaEvent> events) {
        return new Decision.Accepted(events, state);
    }
}

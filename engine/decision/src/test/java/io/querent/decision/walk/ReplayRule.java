package io.querent.decision.walk;

import io.querent.decision.Decision.Accepted;
import io.querent.decision.Evolution;
import io.querent.decision.SagaCommand;
import io.querent.decision.SagaEvent;
import io.querent.decision.SagaState;
import io.querent.decision.world.Commit;
import java.util.ArrayList;
import java.util.List;

/** All events, replayed from the first, give the state that was decided on: equal, and equal to the byte in its text form. */
final class ReplayRule implements Rule {
    private final List<SagaEvent> events = new ArrayList<>();

    @Override
    public void check(Commit commit, Accepted accepted) {
        if (commit.command() instanceof SagaCommand.StartSaga) {
            events.clear();
        }
        events.addAll(accepted.events());
        SagaState replayed = Evolution.replay(events);
        Rule.require(
                accepted.state().equals(replayed),
                "a replay gives another state: %s, not %s",
                replayed,
                accepted.state());
        Rule.require(
                accepted.state().toString().equals(String.valueOf(replayed)),
                "a replay gives other bytes: %s, not %s",
                replayed,
                accepted.state());
        Rule.require(accepted.state().version() == events.size(), "the version does not count the events");
    }
}

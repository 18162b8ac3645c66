package io.querent.testkit.explorer;

import io.querent.decision.FrozenRequest;
import io.querent.decision.OperationState;
import io.querent.decision.OperationStatus;
import io.querent.decision.SagaCommand;
import io.querent.decision.SagaState;
import java.time.Instant;

/** A process commits the intent to send. Each time the request is built it is another one: only the first may ever go out. */
record CommitIntent(long token, int operation) implements Move {
    @Override
    public void make(Scene scene) {
        Party party = scene.party(token);
        SagaState view = party.view();
        SagaState known = view == null ? scene.world().state : view;
        String name = scene.name(operation);
        int builds = known.operation(name).attempts().started() + 1;
        FrozenRequest request = new FrozenRequest("{\"built\":" + builds + "}", "v1:" + builds);
        if (scene.append(
                party, new SagaCommand.StartAttempt(name, request, party.owner(), scene.draw(), scene.now()))) {
            begin(scene, party);
        } else {
            scene.world().put(party.seeing(null));
        }
    }

    /** Unless the core decided for a question or a review instead. */
    private void begin(Scene scene, Party party) {
        OperationState begun = scene.world().state.operation(scene.name(operation));
        FrozenRequest frozen = begun.request();
        Instant deadline = begun.attempts().deadline();
        if (begun.status() == OperationStatus.IN_FLIGHT && frozen != null && deadline != null) {
            int attempt = begun.attempts().started();
            scene.world()
                    .put(party.with(
                            scene.setting().operation(operation).isLocal()
                                    ? new Errand.Perform(operation, attempt, frozen.body())
                                    : new Errand.Send(operation, attempt, frozen.body(), deadline)));
        }
    }

    @Override
    public String who(World world) {
        return Words.who(token);
    }

    @Override
    public String what(Setting setting) {
        return "commits the intent to begin " + setting.operation(operation).name();
    }

    @Override
    public boolean isUrgent() {
        return true;
    }
}

package io.querent.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.querent.decision.Decider;
import io.querent.decision.Decision;
import io.querent.decision.SagaCommand;
import io.querent.decision.SagaState;
import io.querent.runtime.journal.AppendResult;
import io.querent.runtime.journal.Appends;
import io.querent.runtime.journal.Guard;
import io.querent.runtime.journal.Possession;
import io.querent.runtime.journal.SagaJournal;
import io.querent.saga.SagaDefinition;
import io.querent.saga.SagaKey;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A saga that nobody owns, decided from outside by the real core and stored command by command. */
public final class DecidedSaga {
    private static final String HASH = "v1:" + "0".repeat(64);

    private final SagaJournal journal;
    private final SagaDefinition<?> definition;
    private final SagaKey key;
    private @Nullable SagaState state;

    public DecidedSaga(SagaJournal journal, SagaDefinition<?> definition, SagaKey key) {
        this.journal = journal;
        this.definition = definition;
        this.key = key;
    }

    public SagaState state() {
        if (state == null) {
            throw new IllegalStateException("not started");
        }
        return state;
    }

    public SagaKey key() {
        return key;
    }

    public void start(Instant at) {
        SagaCommand.StartSaga start = new SagaCommand.StartSaga(key, "{}", HASH, false, at);
        append((Decision.Accepted) Decider.decide(definition, null, start), start);
    }

    /** Returns whether the core took the command and events were stored. */
    public boolean tell(SagaCommand command) {
        if (Decider.decide(definition, state, command) instanceof Decision.Accepted accepted
                && !accepted.events().isEmpty()) {
            append(accepted, command);
            return true;
        }
        return false;
    }

    private void append(Decision.Accepted accepted, SagaCommand command) {
        SagaState before = state;
        Guard guard = before == null ? new Guard.New(definition.version(), HASH) : new Guard.Version(before.version());
        Possession possession = before == null
                ? new Possession.DueIn(Duration.ofHours(1))
                : Appends.unlessOwned(definition, accepted.state(), command.at());
        AppendResult result = SagaStory.outcomeOf(
                journal, Appends.of(definition, guard, before, accepted.events(), accepted.state(), possession));
        assertThat(result).isInstanceOf(AppendResult.Appended.class);
        state = accepted.state();
    }
}

package io.querent.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.querent.runtime.journal.Append;
import io.querent.runtime.journal.AppendRefusedException;
import io.querent.runtime.journal.AppendResult;
import io.querent.runtime.journal.LocalTransactions;
import io.querent.runtime.journal.Possession;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The events of a local transaction are stored if and only if its work wants them to be, and its guard holds. */
public abstract class LocalTransactionContract {
    /** The storage under test; a new one for each test. */
    protected abstract Storage storage();

    private LocalTransactions transactions() {
        return storage().transactions();
    }

    @Test
    void whatTheWorkReturnsIsAppended() throws Exception {
        SagaStory story = started("local");

        Optional<AppendResult> result = transactions().run(() -> Optional.of(story.attempt("reserve")));

        assertThat(result).contains(new AppendResult.Appended(2));
        assertThat(events(story)).isEqualTo(2);
    }

    @Test
    void workThatReturnsNothingOrThrowsLeavesNothing() throws Exception {
        SagaStory story = started("local");

        assertThat(transactions().run(Optional::empty)).isEmpty();
        assertThatThrownBy(() -> transactions().run(() -> {
                    throw new IOException("of the user's own");
                }))
                .isInstanceOf(IOException.class);

        assertThat(events(story)).isEqualTo(1);
    }

    @Test
    void aFormerOwnersEventsAreNotStored() throws Exception {
        SagaStory former = started("local");
        Append stale = former.attempt("reserve");
        storage().elapse(SagaStory.LEASE);
        Claims.until(storage().journal(), "node-2", "local");

        assertThat(transactions().run(() -> Optional.of(stale))).containsInstanceOf(AppendResult.Stale.class);

        assertThat(events(former)).isEqualTo(1);
    }

    @Test
    void anAppendThatCannotBeStoredIsRefused() {
        String tooLong = "n".repeat(201);
        SagaStory poison = new SagaStory("poison", tooLong);
        Append start = poison.start(new Possession.Take(tooLong, Duration.ofMinutes(1)));

        assertThatThrownBy(() -> transactions().run(() -> Optional.of(start)))
                .isInstanceOf(AppendRefusedException.class);

        assertThat(storage().journal().findRow(poison.id())).isEmpty();
    }

    @Test
    void noTransactionRunsWithinAnother() throws Exception {
        SagaStory story = started("local");

        transactions().run(() -> {
            assertThatThrownBy(() -> transactions().run(Optional::empty)).isInstanceOf(IllegalStateException.class);
            return Optional.of(story.attempt("reserve"));
        });

        assertThat(events(story)).isEqualTo(2);
    }

    private SagaStory started(String businessKey) {
        SagaStory story = new SagaStory(businessKey, "node-1");
        story.appendTo(storage().journal(), story.start());
        return story;
    }

    private int events(SagaStory story) {
        return storage().journal().find(story.id()).orElseThrow().events().size();
    }
}

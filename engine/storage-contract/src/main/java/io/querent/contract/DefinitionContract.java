package io.querent.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.querent.runtime.journal.DefinitionRegistry;
import io.querent.runtime.journal.DefinitionRegistry.Registered;
import io.querent.runtime.journal.DefinitionRegistry.Unattended;
import io.querent.runtime.journal.Possession;
import io.querent.runtime.journal.SagaJournal.DefinitionVersion;
import io.querent.runtime.journal.StoredSaga;
import io.querent.saga.DefinitionShape;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A version of a definition does not change under sagas that still run, and people see which versions nobody runs. */
public abstract class DefinitionContract {
    private static final DefinitionShape SHAPE = Payments.DEFINITION.shape();
    private static final DefinitionShape OTHER =
            new DefinitionShape(SHAPE.steps().subList(0, 1));

    /** The storage under test; a new one for each test. */
    protected abstract Storage storage();

    private DefinitionRegistry definitions() {
        return storage().journal().definitions();
    }

    @Test
    void anotherShapeTakesThePlaceOfOneThatNoSagaRunsUnder() {
        assertThat(definitions().register(Claims.PAYMENT, SHAPE)).isEqualTo(SHAPE);
        assertThat(definitions().register(Claims.PAYMENT, OTHER)).isEqualTo(OTHER);
        assertThat(definitions().all()).extracting(Registered::shape).containsExactly(OTHER);
    }

    @Test
    void theShapeThatSagasWereStartedUnderCountsUntilTheyHaveEnded() {
        definitions().register(Claims.PAYMENT, SHAPE);
        SagaStory story = started("running", new Possession.DueIn(Duration.ZERO));
        assertThat(definitions().register(Claims.PAYMENT, OTHER)).isEqualTo(SHAPE);
        assertThat(definitions().all())
                .singleElement()
                .satisfies(each -> assertThat(each.live()).isEqualTo(1));
        assertThat(story.version()).isEqualTo(1);
    }

    @Test
    void sagasOfAVersionAreReadPageByPage() {
        for (int i = 0; i < 5; i++) {
            started("live-" + i, new Possession.DueIn(Duration.ZERO));
        }
        new SagaStory("ended", "node-1").runOn(storage().journal());

        List<StoredSaga> all = new ArrayList<>();
        List<StoredSaga> page = definitions().live(Claims.PAYMENT, null, 2);
        while (!page.isEmpty()) {
            all.addAll(page);
            page = definitions()
                    .live(Claims.PAYMENT, page.get(page.size() - 1).row().key(), 2);
        }

        assertThat(all).hasSize(5).doesNotHaveDuplicates();
        assertThat(definitions().live(new DefinitionVersion("payment", 2), null, 2))
                .isEmpty();
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> definitions().live(Claims.PAYMENT, null, 501));
    }

    @Test
    void sagasWhoseVersionNobodyRunsAreFound() {
        definitions().register(Claims.PAYMENT, SHAPE);
        started("due", new Possession.DueIn(Duration.ZERO));
        assertThat(definitions().unattended(Duration.ofMinutes(5))).isEmpty();

        storage().elapse(Duration.ofMinutes(6));
        assertThat(definitions().unattended(Duration.ofMinutes(5))).containsExactly(new Unattended(Claims.PAYMENT, 1));

        definitions().seen(Set.of(Claims.PAYMENT));
        assertThat(definitions().unattended(Duration.ofMinutes(5))).isEmpty();
    }

    private SagaStory started(String businessKey, Possession possession) {
        SagaStory story = new SagaStory(businessKey, "node-1");
        story.appendTo(storage().journal(), story.start(possession));
        return story;
    }
}

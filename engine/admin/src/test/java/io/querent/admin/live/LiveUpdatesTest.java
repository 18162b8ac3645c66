package io.querent.admin.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Rounds are cranked by hand: the thread's own first one is a day away. */
class LiveUpdatesTest {
    private final LiveUpdates updates = new LiveUpdates(Duration.ofDays(1), 2);
    private final AtomicReference<String> version = new AtomicReference<>("1");
    private final AtomicInteger looks = new AtomicInteger();
    private final LiveUpdates.Versions versions = () -> {
        looks.incrementAndGet();
        return Optional.of(version.get());
    };

    @AfterEach
    void close() {
        updates.close();
    }

    private static final class Page implements LiveUpdates.Listener {
        private final List<String> told = new ArrayList<>();
        private boolean gone;

        @Override
        public boolean changed(String version) {
            told.add(version);
            return !gone;
        }

        @Override
        public boolean stillHere() {
            return !gone;
        }
    }

    @Test
    void aSubjectIsLookedAtOnceARoundHoweverManyPagesShowIt() {
        Page one = new Page();
        Page other = new Page();
        updates.listen("saga", "1", versions, one);
        updates.listen("saga", "1", versions, other);

        updates.look();
        version.set("2");
        updates.look();

        assertThat(looks).hasValue(2);
        assertThat(one.told).containsExactly("2");
        assertThat(other.told).containsExactly("2");
    }

    @Test
    void whatHasChangedSinceThePageWasMadeIsTold() {
        Page page = new Page();
        version.set("7");
        updates.listen("saga", "6", versions, page);

        updates.look();

        assertThat(page.told).containsExactly("7");
    }

    @Test
    void thereAreNeverMorePagesThanTheBoundAndOneThatIsGoneMakesRoom() {
        Page gone = new Page();
        assertThat(updates.listen("a", "1", versions, gone)).isTrue();
        assertThat(updates.listen("b", "1", versions, new Page())).isTrue();
        assertThat(updates.listen("c", "1", versions, new Page())).isFalse();

        gone.gone = true;
        updates.look();

        assertThat(updates.open()).isEqualTo(1);
        assertThat(updates.listen("c", "1", versions, new Page())).isTrue();
    }

    @Test
    void whatGoesWrongWithOneSubjectKeepsNoOtherFromBeingLookedAt() {
        Page page = new Page();
        updates.listen(
                "a",
                "1",
                () -> {
                    throw new IllegalStateException("out of order, on purpose");
                },
                new Page());
        updates.listen("b", "1", versions, page);
        version.set("2");

        updates.look();

        assertThat(page.told).containsExactly("2");
    }
}

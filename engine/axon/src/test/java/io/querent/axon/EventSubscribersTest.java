package io.querent.axon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import org.axonframework.common.transaction.NoTransactionManager;
import org.axonframework.eventhandling.EventHandler;
import org.axonframework.eventhandling.tokenstore.inmemory.InMemoryTokenStore;
import org.junit.jupiter.api.Test;

class EventSubscribersTest {
    @Test
    void aHandlerWithoutAGroupIsRefused() {
        assertThatThrownBy(() -> new EventSubscribers(
                        List.of(new Nameless()), new InMemoryTokenStore(), NoTransactionManager.INSTANCE))
                .hasMessageContaining("QRT-4011")
                .hasMessageContaining("Nameless");
    }

    @Test
    void handlersNeedATokenStore() {
        assertThatThrownBy(() -> new EventSubscribers(List.of(new Recorder()), null, NoTransactionManager.INSTANCE))
                .hasMessageContaining("QRT-4012");
    }

    @Test
    void settingsOutOfRangeAreRefused() {
        assertThatThrownBy(() -> AxonSettings.DEFAULT.withPollInterval(Duration.ZERO))
                .hasMessageContaining("pollInterval");
        assertThatThrownBy(() -> AxonSettings.DEFAULT.withBatchSize(0)).hasMessageContaining("batchSize");
        assertThatThrownBy(() -> AxonSettings.DEFAULT.withSegments(2_000)).hasMessageContaining("segments");
        assertThatThrownBy(() -> AxonSettings.DEFAULT.withCachedEvents(0)).hasMessageContaining("cachedEvents");
        assertThat(AxonSettings.DEFAULT.withSegments(8).segments()).isEqualTo(8);
    }

    private static final class Nameless {
        @EventHandler
        void on(String event) {}
    }
}

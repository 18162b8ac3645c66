package io.querent.admin.console.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.querent.decision.OperationStatus;
import io.querent.decision.SagaStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class BadgeTest {
    @Test
    void noTwoStatusesAreShownAlikeToWhoSeesNoColours() {
        assertThat(Arrays.stream(SagaStatus.values()).map(Badge::of).map(Badge::words))
                .doesNotHaveDuplicates();
        assertThat(Arrays.stream(SagaStatus.values()).map(Badge::of).map(Badge::symbol))
                .doesNotHaveDuplicates();
        assertThat(Arrays.stream(OperationStatus.values()).map(Badge::of).map(Badge::words))
                .doesNotHaveDuplicates();
        assertThat(Arrays.stream(OperationStatus.values()).map(Badge::of).map(Badge::symbol))
                .doesNotHaveDuplicates();
    }

    @Test
    void timesAreAbsoluteAndInUtc() {
        Moment moment = Moment.of(Instant.parse("2026-11-30T13:48:18.123456Z"));

        assertThat(moment.text()).isEqualTo("2026-11-30 13:48:18 UTC");
        assertThat(moment.machine()).isEqualTo("2026-11-30T13:48:18.123Z");
        assertThat(Moment.length(Duration.ofHours(76))).isEqualTo("3 d 4 h");
    }
}

package io.querent.runtime.retention;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.querent.runtime.journal.Disposal;
import io.querent.saga.QuerentException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A policy that would forget what is still needed is refused. */
class RetentionPolicyTest {
    private static final RetentionPolicy POLICY = RetentionPolicy.DEFAULT;

    @Test
    void keysStayForEverUnlessThePolicySaysOtherwise() {
        assertThat(POLICY.keepKeys()).isNull();
    }

    @Test
    void keysStayLongerThanHistory() {
        Duration history = POLICY.keepHistory();
        assertThat(POLICY.keepingKeys(history.plusDays(62)).keepKeys()).isEqualTo(history.plusDays(62));
        refused("keep-keys", () -> POLICY.keepingKeys(history.plusDays(61)));
        refused("keep-keys", () -> POLICY.keepingKeys(history.plusDays(100)).keepingHistory(history.plusDays(100)));
    }

    @Test
    void nothingIsForgottenWithinAMonth() {
        refused("keep-history", () -> POLICY.keepingHistory(Duration.ofDays(30)));
        refused("keep-history", () -> POLICY.keepingHistory(Duration.ofDays(-1)));
        refused(
                "keep-past-work",
                () -> new RetentionPolicy(
                        POLICY.keepHistory(), null, Disposal.ARCHIVE, Duration.ofDays(1), false, 100, 1));
    }

    @Test
    void everyRunIsBounded() {
        refused("batch", () -> POLICY.inBatchesOf(0));
        refused("batch", () -> POLICY.inBatchesOf(10_001));
        refused("months-per-run", () -> POLICY.monthsPerRun(0));
    }

    private static void refused(String name, Runnable policy) {
        assertThatExceptionOfType(QuerentException.class)
                .isThrownBy(policy::run)
                .withMessageContaining("QRT-3400")
                .withMessageContaining("key=" + name);
    }
}

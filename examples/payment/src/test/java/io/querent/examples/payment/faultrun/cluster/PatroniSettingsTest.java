package io.querent.examples.payment.faultrun.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class PatroniSettingsTest {
    private static final Secrets SECRETS = new Secrets("one", "two", "three");

    @Test
    void nothingIsCommittedWithoutASynchronousStandby() {
        JsonNode agreed = settings().at("/bootstrap/dcs");

        assertThat(agreed.path("synchronous_mode").asBoolean()).isTrue();
        assertThat(agreed.path("synchronous_mode_strict").asBoolean()).isTrue();
        assertThat(agreed.at("/postgresql/parameters/synchronous_commit").asString())
                .isEqualTo("on");
    }

    @Test
    void theOwnersPasswordIsNotPatronisAffair() {
        assertThat(settings().toString()).contains("one", "two").doesNotContain("three");
        assertThat(SECRETS.toString()).doesNotContain("one", "two", "three");
    }

    @Test
    void aLeaderNeverTriesForLongerThanItsKeyLives() {
        ClusterTiming quickest = ClusterTiming.within(20);

        assertThat(quickest.loopWaitSeconds() + 2 * quickest.retryTimeoutSeconds())
                .isLessThanOrEqualTo(20);
        assertThatThrownBy(() -> new ClusterTiming(20, 2, 10)).hasMessageContaining("must not be more than ttl");
        assertThatThrownBy(() -> ClusterTiming.within(10)).hasMessageContaining("ttl of 20 s or more");
    }

    private static JsonNode settings() {
        PatroniSettings settings =
                new PatroniSettings("member-1", Path.of("/nowhere/member-1"), 1, 2, 3, Path.of("/nowhere/bin"));
        return JsonMapper.builder().build().readTree(settings.text(ClusterTiming.within(20), SECRETS));
    }
}

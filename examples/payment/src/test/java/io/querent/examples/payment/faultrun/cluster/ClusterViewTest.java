package io.querent.examples.payment.faultrun.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ClusterViewTest {
    private static final String LEADER =
            "{\"name\": \"member-3\", \"role\": \"leader\", \"state\": \"running\", \"timeline\": 4}";
    private static final String SYNCHRONOUS =
            "{\"name\": \"member-1\", \"role\": \"sync_standby\", \"state\": \"streaming\", \"timeline\": 4, \"lag\": 0}";
    private static final String REPLICA =
            "{\"name\": \"member-2\", \"role\": \"replica\", \"state\": \"running\", \"timeline\": 4, \"lag\": 0}";

    @Test
    void aLeaderASynchronousStandbyAndAReplicaOnOneTimelineAreWhole() {
        ClusterView view = view(LEADER, SYNCHRONOUS, REPLICA);

        assertThat(view.isWhole(3)).isTrue();
        assertThat(view.leader()).hasValueSatisfying(leader -> {
            assertThat(leader.name()).isEqualTo("member-3");
            assertThat(leader.timeline()).isEqualTo(4);
        });
    }

    @Test
    void aMemberThatIsAbsentOrStartingOrOnAnotherTimelineIsWaitedFor() {
        assertThat(view(LEADER, SYNCHRONOUS).isWhole(3)).isFalse();
        assertThat(view(LEADER, SYNCHRONOUS, REPLICA.replace("running", "starting"))
                        .isWhole(3))
                .isFalse();
        assertThat(view(LEADER, SYNCHRONOUS, REPLICA.replace(": 4", ": 3")).isWhole(3))
                .isFalse();
    }

    @Test
    void withoutASynchronousStandbyItIsNotWhole() {
        assertThat(view(LEADER, SYNCHRONOUS.replace("sync_standby", "replica"), REPLICA)
                        .isWhole(3))
                .isFalse();
    }

    @Test
    void aLeaderThatDoesNotWorkYetDoesNotLead() {
        assertThat(view(LEADER.replace("running", "stopped"), SYNCHRONOUS, REPLICA)
                        .leader())
                .isEmpty();
        assertThat(view(SYNCHRONOUS, REPLICA).leader()).isEmpty();
    }

    private static ClusterView view(String... members) {
        return ClusterView.parse("{\"members\": [" + String.join(", ", members) + "], \"scope\": \"querent\"}");
    }
}

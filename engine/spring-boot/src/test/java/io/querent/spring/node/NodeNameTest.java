package io.querent.spring.node;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class NodeNameTest {
    @Test
    void hostProcessAndChanceCanBeRead() {
        assertThat(NodeName.of("pay-7f", 41, 0xAB)).isEqualTo("pay-7f-41-00ab");
    }

    @Test
    void aLongHostNameLeavesRoomForTheRest() {
        assertThat(NodeName.of("h".repeat(300), Long.MAX_VALUE, 0xFFFF))
                .hasSizeLessThanOrEqualTo(100)
                .endsWith("-ffff");
    }

    @Test
    void thisProcessHasAName() {
        assertThat(NodeName.ofThisProcess())
                .contains("-" + ProcessHandle.current().pid() + "-");
    }
}

package io.querent.outbox.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.querent.outbox.jdbc.MessageTable.Payloads;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes part of a statement is checked, and buckets are spread. */
class MessageTableTest {
    private static final DecisionAudit AUDIT = new DecisionAudit("SELECT bucket FROM parked", (update, first) -> first);

    private static MessageTable table(String name) {
        return new MessageTable(name, Payloads.BYTES, null, MessageTable::bucketOf);
    }

    @ParameterizedTest
    @ValueSource(strings = {"outbox", "a.b; DROP TABLE c", "A.b", "a.b.c", "a.\"b\"", "a.1b", ""})
    void aNameThatIsNoneIsRefused(String name) {
        assertThatThrownBy(() -> table(name)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void noPlaceholderIsLeftInAnyStatement() {
        MessageTransactions none = new MessageTransactions() {
            @Override
            public <T> T committed(String what, Work<T> work) {
                throw new AssertionError("nothing is run");
            }

            @Override
            public <T> T autoCommitted(String what, Work<T> work) {
                throw new AssertionError("nothing is run");
            }
        };
        for (MessageTable each : new MessageTable[] {table("s.t"), table("s.t").onlyTopic("group")}) {
            assertThat(new JdbcMessageStore(each, none).statements(AUDIT).values())
                    .hasSize(10)
                    .allSatisfy(statement -> assertThat(statement).doesNotContain("$", "%"));
        }
    }

    @Test
    void idsAreSpreadOverAllBuckets() {
        assertThat(IntStream.range(0, 20_000)
                        .map(i -> MessageTable.bucketOf("order-" + i + ":paid"))
                        .distinct())
                .hasSizeGreaterThan(1_000)
                .allMatch(bucket -> bucket >= 0 && bucket < 1_024);
    }
}

package io.querent.admin.console.sagas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.querent.decision.OperationStatus;
import io.querent.decision.SagaStatus;
import io.querent.runtime.journal.SagaSearch;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QueryTest {
    @Test
    void whatStandsInTheAddressIsWhatIsSearchedFor() {
        SagaSearch.Filter filter = Query.of(Map.of(
                        "key", " order-1 ",
                        "status", "waiting",
                        "step", "transfer",
                        "step-status", "UNKNOWN",
                        "stuck", "30 min",
                        "from", "2026-11-30T14:00",
                        "attribute", "customer",
                        "value", "c-1",
                        "after", "is no part of it"))
                .filter();

        assertThat(filter.businessKeyPrefix()).isEqualTo("order-1");
        assertThat(filter.status()).isEqualTo(SagaStatus.WAITING);
        assertThat(filter.startedFrom()).isEqualTo(Instant.parse("2026-11-30T14:00:00Z"));
        assertThat(filter.attribute()).isEqualTo(new SagaSearch.Attribute("customer", "c-1"));
        assertThat(filter.trouble())
                .isEqualTo(new SagaSearch.Trouble("transfer", OperationStatus.UNKNOWN, null, Duration.ofMinutes(30)));
    }

    @Test
    void anExactKeyIsNoBeginning() {
        SagaSearch.Filter filter =
                Query.of(Map.of("key", "order-1", "exact", "yes")).filter();

        assertThat(filter.businessKey()).isEqualTo("order-1");
        assertThat(filter.businessKeyPrefix()).isNull();
    }

    @Test
    void aSearchSurvivesItsOwnAddress() {
        assertThat(Query.of(Map.of("key", "a&b=c d", "definition", "payment")).text())
                .isEqualTo("key=a%26b%3Dc%20d&definition=payment");
    }

    @ParameterizedTest
    @CsvSource({
        "status, nonsense",
        "from, yesterday",
        "stuck, long",
        "stuck, 99999999999 d",
        "operation, no key",
        "operation, a:b",
        "step-status, 7",
        "attribute, alone"
    })
    void aValueThatIsNoneOfItsKindIsNamed(String name, String value) {
        assertThatThrownBy(() -> Query.of(Map.of(name, value)).filter())
                .hasMessageContaining("QRT-6088")
                .message()
                .containsAnyOf(name, "value");
    }
}

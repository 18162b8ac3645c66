package io.querent.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.querent.contract.SagaStory;
import io.querent.decision.OperationStatus;
import io.querent.decision.SagaStatus;
import io.querent.runtime.journal.Append;
import io.querent.runtime.journal.SagaSearch;
import io.querent.runtime.journal.SagaSearch.Filter;
import io.querent.runtime.journal.SagaSearch.Found;
import io.querent.runtime.journal.SagaSearch.Page;
import io.querent.runtime.journal.SagaSearch.Results;
import io.querent.runtime.journal.SagaSearch.Trouble;
import io.querent.saga.BusinessKey;
import io.querent.saga.OperationKey;
import io.querent.saga.QuerentException;
import io.querent.saga.SagaKey;
import io.querent.saga.Tenant;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Sagas are found by what people know of them, by indexes, page by page. */
class SearchTest {
    private static final TestDatabase DATABASE = TestServer.newDatabase();
    private static final PostgresJournal JOURNAL = new PostgresJournal(DATABASE.dataSource());
    private static final PostgresSearch SEARCH = (PostgresSearch) JOURNAL.search();
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    /** One saga a second; every 1,000th is of another definition, every 5,000th has failed. */
    @BeforeAll
    static void fill() throws SQLException {
        UUID[] ids = new UUID[100_000];
        for (int i = 0; i < ids.length; i++) {
            ids[i] = keyOf(i + 1).id().value();
        }
        try (Connection connection = DATABASE.connect();
                PreparedStatement insert = connection.prepareStatement("""
                INSERT INTO querent.saga (bucket, saga_id, tenant, definition, business_key, definition_version, input_hash,
                    period, status, version, owner, token, wake_at, started_at, updated_at, ended_at)
                SELECT 0, id, 'tenant-' || i % 10,
                    CASE WHEN i % 1000 = 0 THEN 'refund' ELSE 'bulk' END, 'order-' || lpad(i::text, 6, '0'), 1, 'v1:x', 1,
                    CASE WHEN i % 5000 = 0 THEN 12 ELSE 10 END, 3, NULL, 1, NULL,
                    timestamptz '2026-01-01 00:00:00+00' + i * interval '1 s', now(), now()
                FROM unnest(?::uuid[]) WITH ORDINALITY AS n(id, i)
                """)) {
            insert.setArray(1, connection.createArrayOf("uuid", ids));
            insert.executeUpdate();
        }
        DATABASE.execute("""
                INSERT INTO querent.saga_attribute (bucket, saga_id, name, value, started_at)
                SELECT bucket, saga_id, 'merchant', 'm-' || right(business_key, 3), started_at FROM querent.saga
                """);
        DATABASE.execute("""
                INSERT INTO querent.operation (bucket, saga_id, name, key, status, attempts, since, last_error)
                SELECT bucket, saga_id, 'charge', 'default:bulk:x:charge', CASE WHEN row % 100 = 0 THEN 5 ELSE 10 END, 2, started_at,
                    CASE WHEN row % 10 = 0 THEN 'busy: later' ELSE 'read-timeout: 2 s' END
                FROM (SELECT *, row_number() OVER (ORDER BY business_key) AS row FROM querent.saga) AS s WHERE row % 5 = 0
                """);
        DATABASE.execute("VACUUM ANALYZE querent.operation");
        PostgresSchema.makeSearchIndexes(DATABASE.dataSource());
        PostgresSchema.makeSearchIndexes(DATABASE.dataSource());
        DATABASE.execute("VACUUM ANALYZE querent.saga");
        DATABASE.execute("VACUUM ANALYZE querent.saga_attribute");
    }

    private static SagaKey keyOf(int number) {
        return new SagaKey(
                new Tenant("tenant-" + number % 10),
                number % 1_000 == 0 ? "refund" : "bulk",
                new BusinessKey(String.format("order-%06d", number)));
    }

    @AfterAll
    static void close() {
        JOURNAL.close();
        DATABASE.close();
    }

    private static List<String> numbers(Filter filter, int limit) {
        List<String> numbers = new ArrayList<>();
        Optional<Page> page = Optional.of(Page.first(filter, limit));
        while (page.isPresent()) {
            Results results = SEARCH.find(page.get());
            assertThat(results.sagas()).hasSizeLessThanOrEqualTo(limit);
            results.sagas()
                    .forEach(found ->
                            numbers.add(found.saga().key().businessKey().value()));
            page = page.get().after(results);
        }
        return numbers;
    }

    private static Filter bulk() {
        return Filter.all().startedBetween(null, START.plusSeconds(200_000));
    }

    static Stream<Filter> selective() {
        return Stream.of(
                Filter.all(),
                Filter.all().ofDefinition("refund"),
                Filter.all().ofDefinition("refund").in(SagaStatus.FAILED),
                Filter.all().ofTenant("tenant-3"),
                Filter.all().in(SagaStatus.FAILED),
                Filter.all().in(SagaStatus.COMPLETED),
                Filter.all().withKeysFrom("order-09999"),
                Filter.all().withKeysFrom("order-09999").ofTenant("tenant-1"),
                Filter.all().with("merchant", "m-042"),
                Filter.all().with("merchant", "m-042").in(SagaStatus.COMPLETED),
                Filter.all().startedBetween(START.plusSeconds(500), START.plusSeconds(600)),
                Filter.all().in(SagaStatus.RUNNING),
                Filter.all().in(SagaStatus.WAITING),
                Filter.all().withKey("order-000042"),
                Filter.all().withKey("order-000042").ofTenant("tenant-2").ofDefinition("bulk"),
                Filter.all().inTrouble(Trouble.of("charge")),
                Filter.all().inTrouble(Trouble.in(OperationStatus.UNKNOWN)),
                Filter.all().inTrouble(Trouble.in(OperationStatus.SUCCEEDED)),
                Filter.all().inTrouble(Trouble.with("busy")),
                Filter.all().inTrouble(Trouble.with("no such")),
                Filter.all().inTrouble(Trouble.longerThan(Duration.ofDays(1))),
                Filter.all().inTrouble(Trouble.of("charge")).in(SagaStatus.FAILED),
                Filter.all().inTrouble(Trouble.of("charge")).with("merchant", "m-042"),
                Filter.all().ofOperation(new OperationKey("default:payment:1:charge")));
    }

    @ParameterizedTest
    @MethodSource("selective")
    void noSearchGoesThroughTheWholeTable(Filter filter) {
        List<String> plan = SEARCH.explain(Page.first(filter, 50));

        assertThat(plan).noneMatch(line -> line.contains("Seq Scan"));
        assertThat(plan).anyMatch(line -> line.contains("Index"));
    }

    @Test
    void whatIsFoundFitsAndComesNewestFirst() {
        assertThat(numbers(bulk().in(SagaStatus.FAILED), 7))
                .hasSize(20)
                .startsWith("order-100000", "order-095000")
                .endsWith("order-005000");
        assertThat(numbers(bulk().with("merchant", "m-042"), 33))
                .hasSize(100)
                .startsWith("order-099042", "order-098042");
        assertThat(numbers(bulk().withKeysFrom("order-09999"), 3)).hasSize(10).startsWith("order-099999");
        assertThat(numbers(bulk().ofDefinition("refund").ofTenant("tenant-0"), 30))
                .hasSize(100);
        assertThat(numbers(Filter.all().startedBetween(START.plusSeconds(500), START.plusSeconds(600)), 30))
                .hasSize(100)
                .startsWith("order-000599")
                .endsWith("order-000500");
        assertThat(numbers(bulk().with("merchant", "m-0"), 10)).isEmpty();
    }

    @Test
    void withoutIndexesMadeOnRequestTheSameIsFound() {
        try (TestDatabase plain = TestServer.newDatabase();
                PostgresJournal journal = new PostgresJournal(plain.dataSource())) {
            for (String number : List.of("a-1", "a-2", "b-1")) {
                SagaStory story = new SagaStory(number, "nobody");
                story.appendTo(journal, story.start().with(Map.of("merchant", number)));
            }
            Results page = journal.search().find(Page.first(Filter.all().withKeysFrom("a-"), 1));
            assertThat(page.sagas()).hasSize(1);
            assertThat(journal.search()
                            .find(new Page(Filter.all(), page.next(), 10))
                            .sagas())
                    .hasSize(1);
            assertThat(journal.search()
                            .find(Page.first(Filter.all().ofDefinition("payment"), 9))
                            .sagas())
                    .extracting(found -> found.attributes().get("merchant"))
                    .containsExactly("b-1", "a-2", "a-1");
        }
    }

    @Test
    void laterStartsChangeNoLaterPage() {
        Page first = Page.first(Filter.all().ofDefinition("payment"), 2);
        for (int i = 0; i < 4; i++) {
            start("page-" + i, Map.of());
        }
        Results before = SEARCH.find(first);
        start("page-new", Map.of());

        Results after = SEARCH.find(first.after(before).orElseThrow());

        assertThat(before.sagas()).hasSize(2);
        assertThat(after.sagas())
                .extracting(found -> found.saga().key().businessKey().value())
                .doesNotContain("page-new")
                .doesNotContainAnyElementsOf(before.sagas().stream()
                        .map(found -> found.saga().key().businessKey().value())
                        .toList());
    }

    @Test
    void attributesAreStoredWithTheStartAndSpelledTheSameForever() {
        String odd = "a\0b\uD800c\uD83D\uDE00".repeat(50_000);
        start("odd", Map.of("note", odd, "merchant", "o'Neill; --"));

        Found found = SEARCH.find(Page.first(Filter.all().with("note", odd), 10))
                .sagas()
                .get(0);

        assertThat(found.saga().key().businessKey().value()).isEqualTo("odd");
        assertThat(found.attributes().get("note"))
                .startsWith("a\uFFFDb\uFFFDc\uD83D\uDE00")
                .hasSizeLessThanOrEqualTo(200);
        assertThat(numbers(Filter.all().with("merchant", "o'Neill; --"), 10)).containsExactly("odd");
        assertThat(numbers(Filter.all().ofOperation(new OperationKey("default:payment:odd:reserve.undo")), 10))
                .containsExactly("odd");
        assertThat(numbers(
                        Filter.all()
                                .ofOperation(new OperationKey("default:payment:odd:reserve"))
                                .with("merchant", "another"),
                        10))
                .isEmpty();
        assertThat(numbers(Filter.all().ofTenant("a\0b").withKeysFrom("\uDC00%_\\"), 10))
                .isEmpty();
    }

    @Test
    void aSagaWithoutAttributesWritesNone() {
        long before = DATABASE.count("SELECT count(*) FROM querent.saga_attribute");
        SagaStory story = start("plain", Map.of());

        assertThat(DATABASE.count("SELECT count(*) FROM querent.saga_attribute"))
                .isEqualTo(before);
        assertThat(SEARCH.find(Page.first(Filter.all().withKeysFrom("plain"), 10))
                        .sagas())
                .singleElement()
                .satisfies(found -> {
                    assertThat(found.saga().id()).isEqualTo(story.id());
                    assertThat(found.attributes()).isEmpty();
                });
    }

    @Test
    void attributesComeWithAStartAlone() {
        SagaStory story = start("later", Map.of());
        Append attempt = story.attempt("reserve");

        assertThatThrownBy(() -> attempt.with(Map.of("a", "b"))).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x", "MQ", "MSAxIDE", "%00", "MSA5OTk5OTk5OTk5OTk5OTk5OTk5OTkgMQ"})
    void aPlaceThatNobodyGaveIsRefused(String place) {
        assertThatThrownBy(() -> SEARCH.find(new Page(Filter.all(), place, 10)))
                .isInstanceOf(QuerentException.class)
                .hasMessageContaining("QRT-3352");
    }

    @Test
    void aPageIsBounded() {
        assertThatThrownBy(() -> Page.first(Filter.all(), SagaSearch.LONGEST_PAGE + 1))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private static SagaStory start(String number, Map<String, String> attributes) {
        SagaStory story = new SagaStory(number, "nobody");
        story.appendTo(JOURNAL, story.start().with(attributes));
        return story;
    }
}

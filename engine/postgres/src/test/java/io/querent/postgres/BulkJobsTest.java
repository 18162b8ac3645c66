package io.querent.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.querent.decision.OperatorDecision;
import io.querent.runtime.admin.BulkJobs;
import io.querent.runtime.admin.BulkJobs.Item;
import io.querent.runtime.admin.BulkJobs.ItemState;
import io.querent.runtime.admin.BulkJobs.Job;
import io.querent.runtime.admin.BulkJobs.JobState;
import io.querent.runtime.admin.BulkJobs.NewJob;
import io.querent.runtime.admin.BulkJobs.Portion;
import io.querent.runtime.approval.SecondPersonRule;
import io.querent.runtime.approval.SecondPersonRules;
import io.querent.runtime.codec.PayloadProtection;
import io.querent.runtime.journal.SagaSearch.Filter;
import io.querent.saga.Amount;
import io.querent.saga.OperationKey;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A selection is frozen once and as a whole, and is carried out by whom the rules allow, by one node at a time. */
class BulkJobsTest extends AdminCase {
    private static final Duration LEASE = Duration.ofSeconds(10);
    private static final Filter PAYMENTS = Filter.all().ofDefinition("payment");

    private final BulkJobs jobs = admin.bulkJobs();

    private static NewJob job(String id, Filter filter) {
        return new NewJob(id, filter, new OperatorDecision.Compensate(), "ann", "a faulty release", 100);
    }

    private void run(String id) {
        assertThat(jobs.change(id, JobState.FROZEN, JobState.RUNNING, "ann", "looks right", "start-" + id))
                .isTrue();
    }

    @Test
    void aSelectionIsFrozenWithRevisionsAndACutOff() {
        sagas(5);
        Job frozen = jobs.freeze(job("j-1", PAYMENTS));
        database.execute("UPDATE querent.saga SET version = 4, status = 11");
        database.execute("UPDATE querent.saga SET definition = 'other' WHERE business_key = 'order-2'");

        assertThat(frozen.state()).isEqualTo(JobState.FROZEN);
        assertThat(frozen.items()).isEqualTo(5);
        assertThat(frozen.planned()).isEqualTo(5);
        assertThat(frozen.rule()).isNull();
        assertThat(jobs.find("j-1")).contains(frozen);
        assertThat(jobs.all(10)).containsExactly(frozen);
        List<Item> items = jobs.items("j-1", 0, null, 10);
        assertThat(items).extracting(Item::number).containsExactly(1, 2, 3, 4, 5);
        assertThat(items).extracting(Item::saga).containsExactly(order(1), order(2), order(3), order(4), order(5));
        assertThat(items).extracting(Item::revision).containsOnly(3L);
        assertThat(jobs.items("j-1", 3, ItemState.PLANNED, 1)).containsExactly(items.get(3));
        assertThat(jobs.items("j-1", 0, ItemState.SENT, 10)).isEmpty();
        assertThat(audited("bulk-frozen")).isEqualTo(1);
    }

    @Test
    void whatIsStartedAfterwardsIsNotInIt() {
        sagas(3);
        database.execute(
                "UPDATE querent.saga SET started_at = now() + interval '1 min' WHERE business_key = 'order-3'");

        assertThat(jobs.freeze(job("j-1", PAYMENTS)).items()).isEqualTo(2);
    }

    static Stream<Filter> filters() {
        return Stream.of(
                Filter.all(),
                PAYMENTS,
                Filter.all().withKeysFrom("order-1"),
                Filter.all().ofTenant("default").startedBetween(Instant.EPOCH, null),
                Filter.all().with("merchant", "m-1"),
                Filter.all().ofOperation(new OperationKey("default:payment:order-1:pay")));
    }

    @ParameterizedTest
    @MethodSource("filters")
    void everyKindOfSearchCanBeFrozenAndIsReadAsItWas(Filter filter) {
        sagas(1);
        database.execute("INSERT INTO querent.saga_attribute (bucket, saga_id, name, value, started_at)"
                + " SELECT bucket, saga_id, 'merchant', 'm-1', started_at FROM querent.saga");
        PostgresSchema.makeSearchIndexes(database.dataSource());

        Job frozen = jobs.freeze(job("j-1", filter));

        assertThat(frozen.items()).isEqualTo(1);
        assertThat(frozen.made().filter()).isEqualTo(filter);
    }

    @Test
    void theSameAgainIsTheSameJobAndAnotherUnderItsIdIsAConflict() {
        sagas(2);
        Job frozen = jobs.freeze(job("j-1", PAYMENTS));
        sagas(0);
        database.execute("DELETE FROM querent.saga WHERE business_key = 'order-2'");

        assertThat(jobs.freeze(job("j-1", PAYMENTS))).isEqualTo(frozen);
        assertThatThrownBy(() -> jobs.freeze(job("j-1", Filter.all()))).hasMessageContaining("QRT-6027");
    }

    @Test
    void nothingIsStoredOfASelectionThatIsEmpty() {
        assertThatThrownBy(() -> jobs.freeze(job("j-1", PAYMENTS))).hasMessageContaining("QRT-6025");
        assertThat(jobs.find("j-1")).isEmpty();
        assertThat(audited("bulk-frozen")).isZero();
    }

    @Test
    void nothingIsStoredOfASelectionThatIsTooLarge() {
        database.execute("""
                INSERT INTO querent.saga (bucket, saga_id, tenant, definition, business_key, definition_version, input_hash,
                    period, status, version, owner, token, wake_at, started_at, updated_at, ended_at)
                SELECT 0, gen_random_uuid(), 'default', 'payment', 'order-' || i, 1, 'v1:x', 1, 10, 3, NULL, 1, NULL, '2026-01-01',
                    now(), now()
                FROM generate_series(1, %s) AS i
                """.formatted(BulkJobs.MOST_ITEMS + 1));

        assertThatThrownBy(() -> jobs.freeze(job("j-1", PAYMENTS))).hasMessageContaining("QRT-6026");
        assertThat(database.count("SELECT count(*) FROM querent.bulk_item")).isZero();
    }

    @Test
    void aMalformedJobIsRefused() {
        assertThatThrownBy(() -> new NewJob(" ", PAYMENTS, null, "ann", "why", 1))
                .hasMessageContaining("QRT-6024");
        assertThatThrownBy(() -> new NewJob("j", PAYMENTS, null, "ann", "why", 0))
                .hasMessageContaining("QRT-6024");
        assertThatThrownBy(() -> new NewJob("j", PAYMENTS, null, "ann", "why", 1_001))
                .hasMessageContaining("QRT-6024");
        assertThatThrownBy(() -> new NewJob("j", PAYMENTS, null, "ann", " ", 1)).hasMessageContaining("QRT-3214");
        assertThatThrownBy(() ->
                        new NewJob("j", PAYMENTS, new OperatorDecision.ConfirmFailed("pay", "51", ""), "ann", "why", 1))
                .hasMessageContaining("QRT-3214");
    }

    @Test
    void itGoesFromStateToStateOnceARequest() {
        sagas(1);
        Job unused = jobs.freeze(job("j-1", PAYMENTS));

        assertThat(jobs.change("j-1", JobState.RUNNING, JobState.PAUSED, "ann", "why", "q-1"))
                .isFalse();
        assertThat(jobs.change("j-1", JobState.FROZEN, JobState.RUNNING, "ann", "why", "q-2"))
                .isTrue();
        assertThat(jobs.change("j-1", JobState.FROZEN, JobState.RUNNING, "ann", "why", "q-2"))
                .as("the same request")
                .isTrue();
        assertThat(jobs.change("j-1", JobState.FROZEN, JobState.RUNNING, "bob", "why", "q-3"))
                .as("another one is too late")
                .isFalse();
        assertThat(jobs.change("j-1", JobState.RUNNING, JobState.PAUSED, "ann", "why", "q-4"))
                .isTrue();
        assertThat(jobs.change("j-1", JobState.PAUSED, JobState.CANCELLED, "ann", "why", "q-5"))
                .isTrue();
        assertThat(jobs.find("j-1").orElseThrow().endedAt()).isNotNull();
        assertThatThrownBy(() -> jobs.change("j-1", JobState.CANCELLED, JobState.RUNNING, "ann", "why", "q-6"))
                .hasMessageContaining("QRT-6029");
        assertThat(jobs.change("j-9", JobState.FROZEN, JobState.RUNNING, "ann", "why", "q-7"))
                .isFalse();
        assertThat(audited("bulk-started")).isEqualTo(1);
        assertThat(audited("bulk-paused")).isEqualTo(1);
        assertThat(audited("bulk-cancelled")).isEqualTo(1);
    }

    @Test
    void whatARuleCoversRunsOnlyWithASecondPerson() {
        sagas(1);
        SecondPersonRules rules = new SecondPersonRules(List.of(new SecondPersonRule(
                "payment", Set.of("compensate"), List.of(Amount.of("1000", "EUR")), Duration.ofHours(1))));
        BulkJobs ruled = new PostgresAdmin(database.dataSource(), rules, PayloadProtection.NONE).bulkJobs();
        Job frozen = ruled.freeze(job("j-1", PAYMENTS));

        assertThat(frozen.rule()).isEqualTo("compensate of a saga of payment above 1000 EUR");
        assertThatThrownBy(() -> jobs.change("j-1", JobState.FROZEN, JobState.RUNNING, "bob", "why", "q-1"))
                .as("whoever starts it, and whatever his node knows of rules")
                .hasMessageContaining("QRT-6028");
        assertThatThrownBy(() -> ruled.approve("j-1", "ANN ", "q-2")).hasMessageContaining("QRT-6020");
        assertThat(ruled.approve("j-1", "bob", "q-3")).isTrue();
        assertThat(ruled.approve("j-1", "Bob", "q-4")).isTrue();
        assertThat(ruled.approve("j-1", "carol", "q-5")).isFalse();
        assertThat(ruled.approve("j-9", "carol", "q-6")).isFalse();
        run("j-1");

        Job running = jobs.find("j-1").orElseThrow();
        assertThat(running.approvedBy()).isEqualTo("bob");
        assertThat(audited("bulk-approved")).isEqualTo(1);
        assertThat(jobs.items("j-1", 0, null, 1)
                        .get(0)
                        .letterOf(running)
                        .content()
                        .toString())
                .contains("operator=ann")
                .contains("approvedBy=bob");
        assertThatThrownBy(() -> database.execute("UPDATE querent.bulk_job SET approved_by = NULL"))
                .rootCause()
                .hasMessageContaining("bulk_job_has_its_second_person");
    }

    @Test
    void aRuleThatIsAboutSomethingElseDemandsNothing() {
        sagas(1);
        SecondPersonRules rules = new SecondPersonRules(List.of(
                new SecondPersonRule("refund", Set.of("*"), List.of(), Duration.ofHours(1)),
                new SecondPersonRule("*", Set.of("abandon"), List.of(), Duration.ofHours(1))));
        BulkJobs ruled = new PostgresAdmin(database.dataSource(), rules, PayloadProtection.NONE).bulkJobs();

        assertThat(ruled.freeze(job("j-1", PAYMENTS)).rule()).isNull();
        assertThat(ruled.freeze(new NewJob("j-2", PAYMENTS, null, "ann", "why", 1))
                        .rule())
                .isNull();
    }

    @Test
    void oneNodeWorksOnAJobAtATimeAndALostLeaseWritesNothing() {
        sagas(3);
        Job unused = jobs.freeze(job("j-1", PAYMENTS));
        assertThat(jobs.take("a", LEASE, 10)).isEmpty();
        run("j-1");

        Portion first = jobs.take("a", LEASE, 2).orElseThrow();
        assertThat(first.items()).extracting(Item::number).containsExactly(1, 2);
        assertThat(jobs.take("b", LEASE, 2)).isEmpty();
        assertThat(jobs.take("a", LEASE, 2).orElseThrow().token()).isEqualTo(first.token());

        database.execute("UPDATE querent.bulk_job SET lease_until = lease_until - interval '11 s'");
        Portion second = jobs.take("b", LEASE, 2).orElseThrow();
        assertThat(second.token()).isGreaterThan(first.token());
        List<Item> sent =
                first.items().stream().map(item -> item.as(ItemState.SENT, "")).toList();
        assertThat(jobs.record("j-1", "a", first.token(), sent)).isFalse();
        assertThat(jobs.record("j-1", "b", second.token(), sent)).isTrue();
        assertThat(jobs.record("j-1", "b", second.token(), sent)).isTrue();
        assertThat(jobs.find("j-1").orElseThrow().sent()).isEqualTo(2);
        assertThat(jobs.find("j-1").orElseThrow().planned()).isEqualTo(1);
    }

    @Test
    void aNodeThatComesBackAfterItsLeaseGetsAnotherToken() {
        sagas(1);
        Job unused = jobs.freeze(job("j-1", PAYMENTS));
        run("j-1");
        long before = jobs.take("a", LEASE, 1).orElseThrow().token();
        database.execute("UPDATE querent.bulk_job SET lease_until = lease_until - interval '11 s'");

        assertThat(jobs.take("a", LEASE, 1).orElseThrow().token()).isEqualTo(before + 1);
    }

    @Test
    void severalJobsAreWorkedOnInTurns() {
        sagas(1);
        for (String id : List.of("j-1", "j-2", "j-3")) {
            Job unused = jobs.freeze(job(id, PAYMENTS));
            run(id);
        }

        assertThat(Stream.generate(() -> jobs.take("a", LEASE, 1)
                                .orElseThrow()
                                .job()
                                .made()
                                .id())
                        .limit(6)
                        .toList())
                .satisfies(taken -> assertThat(taken.subList(0, 3)).doesNotHaveDuplicates())
                .satisfies(taken -> assertThat(taken.subList(3, 6)).isEqualTo(taken.subList(0, 3)));
    }
}

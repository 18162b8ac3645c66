package io.querent.postgres.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.querent.decision.Authority;
import io.querent.decision.OperatorDecision;
import io.querent.decision.SagaEvent;
import io.querent.decision.SagaStatus;
import io.querent.postgres.PostgresAdmin;
import io.querent.postgres.cases.Payments.Order;
import io.querent.runtime.Receipt;
import io.querent.runtime.SagaHandle;
import io.querent.runtime.admin.BulkJobs;
import io.querent.runtime.admin.BulkJobs.Item;
import io.querent.runtime.admin.BulkJobs.ItemState;
import io.querent.runtime.admin.BulkJobs.Job;
import io.querent.runtime.admin.BulkJobs.JobState;
import io.querent.runtime.admin.BulkJobs.NewJob;
import io.querent.runtime.approval.SecondPersonRule;
import io.querent.runtime.approval.SecondPersonRules;
import io.querent.runtime.bulk.BulkRunner;
import io.querent.runtime.bulk.BulkWork;
import io.querent.runtime.journal.SagaSearch.Filter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A bulk job on real engines: each saga is decided on as it was frozen, once, whichever nodes work and die. */
@Tag("every-java")
class BulkTest extends WordCase {
    private static final SecondPersonRules RULES = new SecondPersonRules(
            List.of(new SecondPersonRule("buy", Set.of("compensate"), List.of(), Duration.ofHours(4))));

    private final BulkJobs jobs = new PostgresAdmin(database().dataSource(), RULES).bulkJobs();

    private static BulkRunner runner(Node node, String name) {
        return BulkRunner.start(new BulkWork(
                new PostgresAdmin(node.dataSource).bulkJobs(), node.journal.mailbox(), name, node.parts.clock()));
    }

    private Node node(String name) {
        return open(Node.settings(name).withSecondPerson(RULES), 10, transactions -> List.of(buy));
    }

    @Test
    void everySagaIsMadeGoodForOnceAndOneThatHasMovedIsLeftAlone() throws Exception {
        Node first = node("a");
        Node second = node("b");
        List<SagaHandle> sagas = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            sagas.add(first.engine.start(buy, Order.of("bulk-" + i, "10.00")));
        }
        for (SagaHandle saga : sagas) {
            assertThat(end(saga).status()).isEqualTo(SagaStatus.COMPLETED);
        }
        NewJob job = new NewJob(
                "j-1", Filter.all().ofDefinition("buy"), new OperatorDecision.Compensate(), "ann", "faulty", 50);
        Job frozen = jobs.freeze(job);
        assertThat(frozen.rule()).isEqualTo("compensate of a saga of buy");
        SagaHandle moved = sagas.get(4);
        Authority others = new Authority("carl", "why", state(first, moved).version(), "other", "dora");
        assertThat(first.engine
                        .decide(moved.key(), new OperatorDecision.Compensate(), others)
                        .state())
                .isEqualTo(Receipt.State.APPLIED);
        awaitStatus(moved, SagaStatus.COMPENSATED);

        assertThat(jobs.approve("j-1", "bob", "q-1")).isTrue();
        assertThat(jobs.change("j-1", JobState.FROZEN, JobState.RUNNING, "ann", "right", "q-2"))
                .isTrue();
        try (BulkRunner dying = runner(first, "a")) {
            await().until(() -> job().sent() + job().applied() >= 5);
        }
        try (BulkRunner one = runner(second, "b");
                BulkRunner two = runner(second, "c")) {
            await().until(() -> job().state() == JobState.DONE);
            assertThat(one).isNotSameAs(two);
        }

        assertThat(job().applied() + job().refused()).isEqualTo(30);
        assertThat(jobs.items("j-1", 0, ItemState.REFUSED, 100))
                .allMatch(item -> !item.detail().isEmpty())
                .extracting(Item::saga)
                .containsExactly(moved.key());
        for (SagaHandle saga : sagas) {
            awaitStatus(saga, SagaStatus.COMPENSATED);
            assertThat(refunds.effects(undo(saga, "charge"))).isEqualTo(1);
            assertThat(events(second, saga, SagaEvent.DecisionTaken.class))
                    .extracting(SagaEvent.DecisionTaken::operator)
                    .containsExactly(saga.equals(moved) ? "carl" : "ann");
        }
        assertThat(events(second, sagas.get(0), SagaEvent.DecisionTaken.class)
                        .get(0)
                        .approvedBy())
                .isEqualTo("bob");
    }

    private Job job() {
        return jobs.find("j-1").orElseThrow();
    }
}

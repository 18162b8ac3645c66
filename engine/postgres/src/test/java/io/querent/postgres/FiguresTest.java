package io.querent.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.querent.contract.MailboxContract;
import io.querent.contract.SagaStory;
import io.querent.decision.OperationStatus;
import io.querent.decision.SagaStatus;
import io.querent.runtime.admin.Figures;
import io.querent.runtime.admin.Figures.Overview;
import io.querent.saga.Amount;
import io.querent.saga.Outcome;
import io.querent.saga.SagaKey;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The overview says how much there is of what has not ended, whatever has. */
class FiguresTest {
    private final TestDatabase database = TestServer.newDatabase();
    private final PostgresJournal journal = new PostgresJournal(database.dataSource());
    private final Figures figures = new PostgresAdmin(database.dataSource()).figures();

    @AfterEach
    void close() {
        journal.close();
        database.close();
    }

    @Test
    void ofAnEmptyDatabaseThereIsNothingToShow() {
        Overview overview = figures.overview();

        assertThat(overview.sagas()).isEmpty();
        assertThat(overview.unknown()).isEqualTo(new Figures.Backlog(0, null, List.of(), 0));
        assertThat(overview.compensations()).isEqualTo(new Figures.Backlog(0, null, List.of(), 0));
        assertThat(overview.reviewsOpen()).isZero();
        assertThat(overview.oldestReview()).isNull();
        assertThat(overview.lettersWaiting()).isZero();
        assertThat(Duration.between(overview.at(), journal.serverTime()).abs()).isLessThan(Duration.ofMinutes(1));
        assertThat(figures.stuck(10)).isEmpty();
    }

    @Test
    void whatHasNotEndedIsCountedByItsStatus() {
        new SagaStory("done", "node-1").runOn(journal);
        start("running");
        unknown("unknown");
        SagaStory waiting = start("waiting");
        waiting.appendTo(journal, waiting.attempt("reserve"));
        waiting.appendTo(
                journal, waiting.outcome("reserve", Outcome.notExecuted("busy", "later", Duration.ofMinutes(5))));
        database.execute(
                "UPDATE querent.saga SET status = 4, owner = NULL, wake_at = NULL WHERE business_key = 'running'");
        start("running-2");
        journal.mailbox().deliver(MailboxContract.told(SagaKey.of("payment", "nobody"), "m-1"));

        Overview overview = figures.overview();

        assertThat(overview.sagas().get(SagaStatus.COMPLETED)).isNull();
        assertThat(overview.sagas()).containsEntry(SagaStatus.IN_REVIEW, 1L);
        assertThat(overview.sagas().getOrDefault(SagaStatus.RUNNING, 0L)
                        + overview.sagas().getOrDefault(SagaStatus.WAITING, 0L))
                .isEqualTo(3);
        assertThat(overview.sagas().get(SagaStatus.WAITING)).isPositive();
        assertThat(overview.unknown().count()).isEqualTo(1);
        assertThat(overview.unknown().withoutAmount()).isEqualTo(1);
        assertThat(overview.lettersWaiting()).isEqualTo(1);
    }

    @Test
    void backlogsSayHowLongTheOldestWaits() {
        operation("a", "charge", 5, null, "3 minutes");
        operation("b", "charge", 4, null, "9 minutes");
        operation("c", "charge", 3, null, "90 minutes");
        operation("d", "charge", 11, null, "900 minutes");
        operation("e", "charge.undo", 3, "default:payment:e:charge", "20 minutes");
        operation("f", "charge.undo", 10, "default:payment:f:charge", "200 minutes");
        database.execute(
                "INSERT INTO querent.review (opened_at, revision, bucket, saga_id, operation, tenant, definition,"
                        + " business_key, reason, detail) VALUES (now() - interval '7 minutes', 1, 1, gen_random_uuid(), 'x', 'default',"
                        + " 'payment', 'g', 'MISMATCH', '?')");

        Overview overview = figures.overview();

        assertThat(overview.unknown().count()).isEqualTo(2);
        assertThat(overview.unknown().oldest())
                .isBetween(overview.at().minusSeconds(600), overview.at().minusSeconds(500));
        assertThat(overview.compensations().count()).isEqualTo(1);
        assertThat(overview.compensations().oldest())
                .isBetween(overview.at().minusSeconds(1_300), overview.at().minusSeconds(1_100));
        assertThat(overview.reviewsOpen()).isEqualTo(1);
        assertThat(overview.oldestReview()).isBefore(overview.at());
        assertThat(figures.stuck(10))
                .extracting(each -> each.saga().businessKey().value())
                .containsExactly("c", "e", "b", "a");
        assertThat(figures.stuck(1)).singleElement().satisfies(longest -> {
            assertThat(longest.status()).isEqualTo(OperationStatus.BACKING_OFF);
            assertThat(longest.operation()).isEqualTo("charge");
            assertThat(longest.key().value()).isEqualTo("default:payment:c:charge");
            assertThat(longest.lastError()).isEqualTo("busy: later");
            assertThat(longest.amount()).isNull();
        });
        assertThatExceptionOfType(IllegalArgumentException.class).isThrownBy(() -> figures.stuck(201));
    }

    @Test
    void whatIsAtRiskIsSummedByCurrency() {
        operation("a", "charge", 5, null, "3 minutes");
        operation("b", "charge", 4, null, "9 minutes");
        operation("c", "charge", 5, null, "4 minutes");
        operation("d", "charge", 5, null, "5 minutes");
        operation("e", "charge.undo", 3, "default:payment:e:charge", "6 minutes");
        worth("b", "12.50", "EUR");
        worth("c", "0.70", "EUR");
        worth("d", "1000", "JPY");
        worth("e", "5", "USD");

        Overview overview = figures.overview();

        assertThat(overview.unknown().count()).isEqualTo(4);
        assertThat(overview.unknown().withoutAmount()).isEqualTo(1);
        assertThat(overview.unknown().amounts()).containsExactly(Amount.of("13.20", "EUR"), Amount.of("1000", "JPY"));
        assertThat(overview.compensations().amounts()).containsExactly(Amount.of("5", "USD"));
        assertThat(figures.stuck(10).get(0).amount()).isEqualTo(Amount.of("12.50", "EUR"));
    }

    private void worth(String number, String value, String currency) {
        database.execute("UPDATE querent.operation SET amount = " + value + ", currency = '" + currency
                + "' WHERE key LIKE 'default:payment:" + number + ":%'");
    }

    @Test
    void countsStopAtTheirBound() {
        database.execute("""
                INSERT INTO querent.saga (bucket, saga_id, tenant, definition, business_key, definition_version, input_hash,
                    period, status, version, owner, token, wake_at, started_at, updated_at)
                SELECT i % 1024, gen_random_uuid(), 'default', 'payment', 'order-' || i, 1, 'v1:x', 1,
                    CASE WHEN i <= 30000 THEN 2 ELSE 1 END, 3, CASE WHEN i > 30000 THEN 'node' END, 1,
                    now() + i * interval '1 s', now(), now()
                FROM generate_series(1, 30050) AS i
                """);
        database.execute("""
                INSERT INTO querent.operation (bucket, saga_id, name, key, status, attempts, since)
                SELECT i % 1024, gen_random_uuid(), 'charge', 'default:payment:' || i || ':charge', 5, 1, now()
                FROM generate_series(1, 12000) AS i
                """);

        Overview overview = figures.overview();

        assertThat(overview.sagas())
                .isEqualTo(Map.of(SagaStatus.WAITING, (long) Figures.BOUND, SagaStatus.RUNNING, 50L));
        assertThat(overview.unknown().count()).isEqualTo(Figures.BOUND);
    }

    private SagaStory start(String number) {
        SagaStory story = new SagaStory(number, "node-1");
        story.appendTo(journal, story.start());
        return story;
    }

    private void unknown(String number) {
        SagaStory story = start(number);
        story.appendTo(journal, story.attempt("reserve"));
        story.appendTo(journal, story.outcome("reserve", Outcome.unknown("reset")));
    }

    private void operation(String number, String name, int status, @Nullable String compensates, String age) {
        database.execute(
                "INSERT INTO querent.operation (bucket, saga_id, name, key, compensates, status, attempts, since,"
                        + " last_error) VALUES (1, gen_random_uuid(), '" + name + "', 'default:payment:" + number + ":"
                        + name + "', "
                        + (compensates == null ? "NULL" : "'" + compensates + "'") + ", " + status
                        + ", 1, now() - interval '" + age
                        + "', 'busy: later')");
    }
}

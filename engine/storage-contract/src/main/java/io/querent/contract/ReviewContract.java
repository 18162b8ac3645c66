package io.querent.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.querent.decision.Authority;
import io.querent.decision.Evolution;
import io.querent.decision.FrozenRequest;
import io.querent.decision.OperatorDecision;
import io.querent.decision.Owner;
import io.querent.decision.QueryAnswer;
import io.querent.decision.ReviewReason;
import io.querent.decision.SagaCommand;
import io.querent.decision.SagaState;
import io.querent.decision.SagaStatus;
import io.querent.runtime.journal.Reviews;
import io.querent.runtime.journal.Reviews.Case;
import io.querent.runtime.journal.Reviews.Page;
import io.querent.runtime.journal.SagaJournal;
import io.querent.saga.BusinessKey;
import io.querent.saga.Done;
import io.querent.saga.Outcome;
import io.querent.saga.QueryResult;
import io.querent.saga.Saga;
import io.querent.saga.SagaDefinition;
import io.querent.saga.SagaKey;
import io.querent.saga.Tenant;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The queue that people work on says what the events say, no more and no less, and can be read page by page. */
public abstract class ReviewContract {
    private static final Instant AT = Instant.parse("2026-11-29T10:15:30.123456Z");
    private static final FrozenRequest REQUEST = new FrozenRequest("{}", "v1:" + "0".repeat(64));
    private static final Owner NODE = new Owner("node", 1);
    protected static final SagaDefinition<Payments.Order> PAY = holdAndCharge("pay");
    private static final SagaDefinition<Payments.Order> REFUND = holdAndCharge("refund");

    /** The storage under test; a new one for each test. */
    protected abstract Storage storage();

    private SagaJournal journal() {
        return storage().journal();
    }

    private Reviews reviews() {
        return journal().reviews();
    }

    @Test
    void aCaseIsInTheQueueFromTheEventThatOpensItToTheOneThatClosesIt() {
        DecidedSaga saga = mismatched(PAY, "default", "A:1");

        Case only = reviews().open(Page.first(10)).get(0);
        assertThat(only)
                .isEqualTo(new Case(
                        saga.key(),
                        "charge",
                        saga.key().operation("charge"),
                        ReviewReason.MISMATCH,
                        "other amount",
                        saga.state().operation("charge").revision(),
                        AT));
        assertThat(reviews().countOpen()).isEqualTo(1);
        assertThat(reviews().oldest()).hasValueSatisfying(age -> assertThat(age).isPositive());

        saga.tell(callback("charge", "m-1", new QueryAnswer.Found("\"c\"")));

        assertThat(reviews().open(Page.first(10))).isEmpty();
        assertThat(reviews().countOpen()).isZero();
        assertThat(reviews().oldest()).isEmpty();
    }

    @Test
    void aCaseThatIsOpenedAnewIsAnotherCaseUnderItsOwnRevision() {
        DecidedSaga saga = mismatched(PAY, "default", "A:1");
        long first = reviews().open(Page.first(10)).get(0).revision();
        saga.tell(callback("charge", "m-1", new QueryAnswer.Found("\"c\"")));

        saga.tell(callback("charge", "m-2", new QueryAnswer.FoundRejected("51", "no")));

        Case again = reviews().open(Page.first(10)).get(0);
        assertThat(again.reason()).isEqualTo(ReviewReason.CONTRADICTION);
        assertThat(again.revision()).isGreaterThan(first);
        assertThat(reviews().countOpen()).isEqualTo(1);
        assertThat(journal().findRow(saga.key().id()).orElseThrow().status())
                .as("an ended saga stays ended, its case is open all the same, or it is in review")
                .isIn(SagaStatus.COMPLETED, SagaStatus.IN_REVIEW);
        assertThat(journal().countWithoutWakeUp()).isZero();
    }

    /** A person gave the step up, then the saga; what is learnt afterwards is kept, and nobody is called. */
    @Test
    void whatIsLearntOfAnAbandonedSagaIsKeptAndOpensNoCase() {
        DecidedSaga saga = mismatched(PAY, "default", "A:1");
        decide(saga, new OperatorDecision.ConfirmNeverRan("charge", "not in their books"));
        saga.tell(new SagaCommand.StartAttempt("hold.undo", REQUEST, NODE, 0.5, AT));
        saga.tell(new SagaCommand.RecordOutcome("hold.undo", 1, Outcome.rejected("51", "no"), 0.5, AT));
        decide(saga, new OperatorDecision.Abandon());
        assertThat(journal().findRow(saga.key().id()).orElseThrow().status()).isEqualTo(SagaStatus.ABANDONED);
        assertThat(reviews().countOpen()).isZero();

        assertThat(saga.tell(new SagaCommand.RecordEvidence("charge", 1, Outcome.succeeded("\"c\""), "node", AT)))
                .isTrue();
        assertThat(saga.tell(callback("charge", "m-1", new QueryAnswer.Found("\"c\""))))
                .isTrue();

        assertThat(journal().findRow(saga.key().id()).orElseThrow().status()).isEqualTo(SagaStatus.ABANDONED);
        assertThat(reviews().countOpen()).isZero();
        assertThat(journal().countWithoutWakeUp()).isZero();
    }

    @Test
    void pagesFollowOneAnotherWithoutGapOrRepetitionWhenAllWereOpenedAtOneTime() {
        for (int i = 0; i < 25; i++) {
            mismatched(PAY, "default", "A:" + i);
        }

        List<Case> all = new ArrayList<>();
        Page page = Page.first(7);
        for (List<Case> cases = reviews().open(page);
                !cases.isEmpty();
                cases = reviews().open(page)) {
            all.addAll(cases);
            page = page.after(cases.get(cases.size() - 1));
        }

        assertThat(all).hasSize(25).doesNotHaveDuplicates().isEqualTo(reviews().open(Page.first(1_000)));
        assertThat(all).extracting(Case::openedAt).containsOnly(AT);
    }

    @Test
    void aPageGoesOnWhereTheLastEndedAlthoughThatCaseWasClosed() {
        List<DecidedSaga> sagas = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            sagas.add(mismatched(PAY, "default", "A:" + i));
        }
        List<Case> before = reviews().open(Page.first(10));
        Case third = before.get(2);
        sagas.stream()
                .filter(saga -> saga.key().equals(third.saga()))
                .forEach(saga -> saga.tell(callback("charge", "m", new QueryAnswer.Found("\"c\""))));

        assertThat(reviews().open(Page.first(10).after(third))).isEqualTo(before.subList(3, 6));
    }

    @Test
    void theQueueIsFilteredByTenantAndDefinition() {
        mismatched(PAY, "north", "A:1");
        mismatched(PAY, "south", "A:2");
        mismatched(REFUND, "north", "A:3");

        assertThat(keys(new Page(null, null, null, 10))).containsExactlyInAnyOrder("A:1", "A:2", "A:3");
        assertThat(keys(new Page("north", null, null, 10))).containsExactlyInAnyOrder("A:1", "A:3");
        assertThat(keys(new Page(null, "pay", null, 10))).containsExactlyInAnyOrder("A:1", "A:2");
        assertThat(keys(new Page("north", "refund", null, 10))).containsExactly("A:3");
        assertThat(keys(new Page("west", null, null, 10))).isEmpty();
        assertThat(reviews().countOpen()).isEqualTo(3);
        assertThatExceptionOfType(IllegalArgumentException.class).isThrownBy(() -> Page.first(1_001));
    }

    @Test
    void aSagasOwnCasesAreFoundAndOneOfThemByItsOperation() {
        DecidedSaga saga = mismatched(PAY, "north", "A:1");
        mismatched(PAY, "north", "A:2");
        List<Case> own = reviews().open(Page.of(saga.key().id(), 10));

        assertThat(own).extracting(Case::saga).containsExactly(saga.key());
        assertThat(reviews().open(Page.of(saga.key().id(), 10).after(own.get(0))))
                .isEmpty();
        assertThat(reviews().find(saga.key().id(), "charge")).contains(own.get(0));
        assertThat(reviews().find(saga.key().id(), "hold")).isEmpty();

        saga.tell(callback("charge", "m-1", new QueryAnswer.Found("\"c\"")));

        assertThat(reviews().open(Page.of(saga.key().id(), 10))).isEmpty();
        assertThat(reviews().find(saga.key().id(), "charge")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3})
    void afterEveryCommandOfARandomHistoryTheQueueIsWhatTheEventsSay(int round) {
        int opened = 0;
        for (int i = 0; i < 12; i++) {
            long seed = round * 100L + i;
            DecidedSaga saga = new DecidedSaga(journal(), PAY, SagaKey.of("pay", "R:" + seed));
            RandomCommands commands =
                    new RandomCommands(PAY, List.of("hold", "charge", "hold.undo", "charge.undo"), seed, AT);
            saga.start(AT);
            for (int step = 0; step < 40; step++) {
                if (saga.tell(commands.next(saga.state()))) {
                    assertThat(rows(saga.key()))
                            .as("seed %d, version %d", seed, saga.state().version())
                            .isEqualTo(rows(saga.state()));
                    opened += saga.state().reviews().size();
                }
            }
            SagaState rebuilt = Evolution.replay(
                    journal().find(saga.key().id()).orElseThrow().events());
            assertThat(rows(saga.key())).as("seed %d", seed).isEqualTo(rows(Objects.requireNonNull(rebuilt)));
        }
        assertThat(opened).as("the histories open reviews at all").isGreaterThan(20);
        assertThat(journal().countWithoutWakeUp()).isZero();
    }

    private record Row(ReviewReason reason, String detail, long revision) {}

    private Map<String, Row> rows(SagaKey key) {
        Map<String, Row> rows = new TreeMap<>();
        reviews().open(Page.first(1_000)).stream()
                .filter(each -> each.saga().equals(key))
                .forEach(each -> rows.put(each.operation(), new Row(each.reason(), each.detail(), each.revision())));
        return rows;
    }

    private static Map<String, Row> rows(SagaState state) {
        Map<String, Row> rows = new TreeMap<>();
        state.reviews()
                .forEach((operation, review) -> rows.put(
                        operation,
                        new Row(
                                review.reason(),
                                review.detail(),
                                state.operation(operation).revision())));
        return rows;
    }

    private List<String> keys(Page page) {
        return reviews().open(page).stream()
                .map(each -> each.saga().businessKey().value())
                .toList();
    }

    /** A saga whose charge is found with another amount. */
    protected final DecidedSaga mismatched(SagaDefinition<?> definition, String tenant, String businessKey) {
        SagaKey key = new SagaKey(new Tenant(tenant), definition.name(), new BusinessKey(businessKey));
        DecidedSaga saga = new DecidedSaga(journal(), definition, key);
        saga.start(AT);
        for (String step : List.of("hold", "charge")) {
            saga.tell(new SagaCommand.StartAttempt(step, REQUEST, NODE, 0.5, AT));
            Outcome<String> outcome = step.equals("hold") ? Outcome.succeeded("\"h\"") : Outcome.unknown("reset");
            saga.tell(new SagaCommand.RecordOutcome(step, 1, outcome, 0.5, AT));
        }
        saga.tell(new SagaCommand.RecordQueryAnswer("charge", new QueryAnswer.Mismatch("other amount"), AT, 0.5, AT));
        return saga;
    }

    private static void decide(DecidedSaga saga, OperatorDecision decision) {
        long seen = saga.state().version();
        Authority authority = new Authority("alice", "why", seen, decision.name());
        assertThat(saga.tell(new SagaCommand.Decide(decision, authority, AT))).isTrue();
    }

    private static SagaCommand callback(String operation, String id, QueryAnswer answer) {
        return new SagaCommand.RecordCallback(operation, id, "bank", answer, 0.5, AT.plusSeconds(60));
    }

    private static SagaDefinition<Payments.Order> holdAndCharge(String name) {
        return Saga.define(name, Payments.Order.class)
                .businessKey(Payments.Order::number)
                .step(
                        "hold",
                        String.class,
                        step -> step.downstream(Payments.BANK)
                                .request(String.class, saga -> saga.input().number())
                                .call((call, request) -> Outcome.succeeded(request))
                                .query((call, request) -> QueryResult.notFound())
                                .matches((request, found) -> true)
                                .retry(budget -> budget.attempts(2).within(Duration.ofHours(3)))
                                .compensate(
                                        Done.class,
                                        undo -> undo.request(String.class, (saga, held) -> held)
                                                .call((call, request) -> Outcome.done())
                                                .query((call, request) -> QueryResult.notFound())
                                                .matches((request, found) -> true)))
                .step(
                        "charge",
                        String.class,
                        step -> step.after("hold")
                                .downstream(Payments.BANK)
                                .request(String.class, saga -> saga.input().number())
                                .call((call, request) -> Outcome.succeeded(request))
                                .query((call, request) -> QueryResult.notFound())
                                .matches((request, found) -> true)
                                .retry(budget -> budget.attempts(2).within(Duration.ofHours(3))))
                .build();
    }
}

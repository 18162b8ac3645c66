package io.querent.postgres.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.querent.decision.Authority;
import io.querent.decision.OperatorDecision;
import io.querent.decision.SagaEvent;
import io.querent.decision.SagaStatus;
import io.querent.postgres.PostgresAdmin;
import io.querent.postgres.cases.Payments.Order;
import io.querent.postgres.cases.ScriptedBank.Booking;
import io.querent.postgres.cases.ScriptedBank.Payment;
import io.querent.runtime.Receipt;
import io.querent.runtime.SagaHandle;
import io.querent.runtime.admin.Approvals;
import io.querent.runtime.admin.Approvals.Request;
import io.querent.runtime.approval.SecondPersonRule;
import io.querent.runtime.approval.SecondPersonRules;
import io.querent.runtime.journal.Delivery;
import io.querent.runtime.journal.Letter;
import io.querent.saga.Amount;
import io.querent.saga.Done;
import io.querent.saga.Outcome;
import io.querent.saga.QueryResult;
import io.querent.saga.Saga;
import io.querent.saga.SagaBuilder;
import io.querent.saga.SagaDefinition;
import io.querent.saga.StepHandle;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What a rule covers is carried out with two people's names or not at all, however it came to the node. */
class SecondPersonTest extends WordCase {
    private static final Duration LASTS = Duration.ofHours(4);

    private final Approvals approvals = new PostgresAdmin(database().dataSource()).approvals();

    private static SecondPersonRule rule(String definition, String decision, Amount... above) {
        return new SecondPersonRule(definition, Set.of(decision), List.of(above), LASTS);
    }

    private Node node(SecondPersonRule rule, SagaDefinition<?>... definitions) {
        return open(
                Node.settings("a").withSecondPerson(new SecondPersonRules(List.of(rule))),
                10,
                transactions -> List.of(definitions));
    }

    private static Letter compensate(Node node, SagaHandle saga, String id) {
        return new Letter(
                saga.key(),
                id,
                new Letter.Decided(
                        new OperatorDecision.Compensate(),
                        new Authority("alice", "a complaint", state(node, saga).version(), id)));
    }

    @Test
    void aDecisionOfOnePersonIsRefusedAndNothingIsSent() throws Exception {
        Node node = node(rule("buy", "compensate"), buy);
        SagaHandle saga = node.engine.start(buy, Order.of("one", "10.00"));
        assertThat(end(saga).status()).isEqualTo(SagaStatus.COMPLETED);

        Receipt receipt = decide(node, saga, new OperatorDecision.Compensate(), "d-1");

        assertThat(receipt.state()).isEqualTo(Receipt.State.REFUSED);
        assertThat(receipt.detail())
                .isEqualTo("QRT-6021 the decision needs a second person; decision=compensate, operator=alice,"
                        + " rule=compensate of a saga of buy; ask for approval in the console");
        assertThat(saga.status()).isEqualTo(SagaStatus.COMPLETED);
        assertThat(refunds.totalSends()).isZero();
        assertThat(events(node, saga, SagaEvent.DecisionTaken.class)).isEmpty();
        assertThat(audited("answer = 3 AND detail LIKE 'QRT-6021%'")).isEqualTo(1);
    }

    /** The way of the command line, and of anybody who has found the table. */
    @Test
    void aLetterThatIsPutIntoTheMailboxByOthersIsRefusedAsWell() throws Exception {
        Node node = node(rule("*", "*"), buy);
        SagaHandle saga = node.engine.start(buy, Order.of("mailbox", "10.00"));
        assertThat(end(saga).status()).isEqualTo(SagaStatus.COMPLETED);

        Delivery unused = node.journal.mailbox().deliver(compensate(node, saga, "d-1"));

        await().until(() -> audited("answer = 3") == 1);
        assertThat(saga.status()).isEqualTo(SagaStatus.COMPLETED);
    }

    @Test
    void approvedItIsCarriedOutWithBothNamesInHistoryAndAudit() throws Exception {
        Node node = node(rule("buy", "compensate"), buy);
        SagaHandle saga = node.engine.start(buy, Order.of("two", "10.00"));
        assertThat(end(saga).status()).isEqualTo(SagaStatus.COMPLETED);
        Request asked = approvals.ask(compensate(node, saga, "d-1"), "compensate of a saga of buy", LASTS);

        Request approved = approvals.approve(asked.id(), "bob", "called the customer");

        assertThat(approved.state()).isEqualTo(Approvals.State.APPROVED);
        awaitStatus(saga, SagaStatus.COMPENSATED);
        assertThat(refunds.effects(undo(saga, "charge"))).isEqualTo(1);
        assertThat(events(node, saga, SagaEvent.DecisionTaken.class))
                .singleElement()
                .satisfies(taken -> assertThat(taken.operator()).isEqualTo("alice"))
                .satisfies(taken -> assertThat(taken.approvedBy()).isEqualTo("bob"));
        assertThat(saga.history().toString()).contains("compensate by alice, approved by bob: a complaint");
        assertThat(audited("answer = 1 AND request_id = 'd-1' AND content ->> 'approvedBy' = 'bob'"))
                .isEqualTo(1);
    }

    @Test
    void whatHasMovedSinceItWasAskedForIsRefusedAlthoughItWasApproved() throws Exception {
        Node node = node(rule("buy", "confirm-failed"), buy);
        SagaHandle saga = node.engine.start(buy, Order.of("moved", "10.00"));
        assertThat(end(saga).status()).isEqualTo(SagaStatus.COMPLETED);
        Request asked = approvals.ask(compensate(node, saga, "d-1"), "rule", LASTS);
        Receipt first = decide(node, saga, new OperatorDecision.Compensate(), "d-0");
        assertThat(first.state()).isEqualTo(Receipt.State.APPLIED);
        awaitStatus(saga, SagaStatus.COMPENSATED);

        Request unused = approvals.approve(asked.id(), "bob", "fine");

        await().until(() -> audited("request_id = 'd-1'") == 1);
        assertThat(audited("request_id = 'd-1' AND answer = 3")).isEqualTo(1);
        assertThat(refunds.effects(undo(saga, "charge"))).isEqualTo(1);
    }

    private SagaBuilder<Order> pays(SagaBuilder<Order> saga, StepHandle<Booking> step, String... after) {
        return saga.step(
                step,
                one -> one.after(after)
                        .downstream(Payments.downstream("bank").build())
                        .request(
                                Payment.class,
                                view -> new Payment("A", view.input().amount()))
                        .call(bank::send)
                        .query((call, payment) -> bank.ask(call))
                        .matchesByKeyAlone("the case's bank is ours")
                        .compensate(
                                Done.class,
                                undo -> undo.request(
                                                Payment.class, (view, booking) -> new Payment("back", booking.amount()))
                                        .call((call, payment) ->
                                                refunds.send(call, payment) instanceof Outcome.Succeeded
                                                        ? Outcome.done()
                                                        : Outcome.unknown("not applied"))
                                        .query((call, payment) -> refunds.ask(call) instanceof QueryResult.Found
                                                ? QueryResult.found(Done.DONE)
                                                : QueryResult.notFound())
                                        .matchesByKeyAlone("the case's bank is ours")));
    }

    private static SagaBuilder<Order> define(String name) {
        return Saga.define(name, Order.class).businessKey(Order::number);
    }

    @Test
    void upToTheRulesAmountOnePersonIsEnough() throws Exception {
        SagaDefinition<Order> definition = pays(
                        define("worth").amount(order -> new Amount(order.amount(), "EUR")), Payments.CHARGE)
                .build();
        Node node = node(rule("worth", "compensate", Amount.of("100", "EUR")), definition);
        SagaHandle small = node.engine.start(definition, Order.of("small", "100.00"));
        SagaHandle large = node.engine.start(definition, Order.of("large", "100.01"));
        assertThat(end(small).status()).isEqualTo(SagaStatus.COMPLETED);
        assertThat(end(large).status()).isEqualTo(SagaStatus.COMPLETED);

        assertThat(decide(node, small, new OperatorDecision.Compensate(), "d-1").state())
                .isEqualTo(Receipt.State.APPLIED);
        assertThat(decide(node, large, new OperatorDecision.Compensate(), "d-2").state())
                .isEqualTo(Receipt.State.REFUSED);
    }

    @Test
    void whatADefinitionDoesNotStateTheAmountOfCountsAsTooMuch() throws Exception {
        Node node = node(rule("buy", "compensate", Amount.of("1000000", "EUR")), buy);
        SagaHandle saga = node.engine.start(buy, Order.of("unstated", "1.00"));
        assertThat(end(saga).status()).isEqualTo(SagaStatus.COMPLETED);

        assertThat(decide(node, saga, new OperatorDecision.Compensate(), "d-1").state())
                .isEqualTo(Receipt.State.REFUSED);
    }

    /** Nobody decides there: whoever turned the parent back was held against the parent's rules. */
    @Test
    void aChildTurnsBackWithItsParentWhateverTheRules() throws Exception {
        SagaDefinition<Order> child = pays(define("child"), Payments.CHARGE).build();
        StepHandle<Booking> run = StepHandle.of("run", Booking.class);
        SagaDefinition<Order> parent = pays(
                        define("parent")
                                .child(
                                        run,
                                        child,
                                        view -> Order.of("of-" + view.input().number(), "7.00"),
                                        step -> step.result(view -> view.result(Payments.CHARGE))),
                        StepHandle.of("last", Booking.class),
                        "run")
                .build();
        Node node = node(rule("child", "*"), child, parent);
        bank.next(ScriptedBank::apply);
        bank.next((b, call, payment) -> Outcome.rejected("51", "no funds"));

        SagaHandle saga = node.engine.start(parent, Order.of("bad", "5.00"));

        assertThat(end(saga).status()).isEqualTo(SagaStatus.COMPENSATED);
        SagaHandle turned =
                node.engine.find(child.keyOf(Order.of("of-bad", "7.00"))).orElseThrow();
        assertThat(turned.status()).isEqualTo(SagaStatus.COMPENSATED);
        SagaHandle other = node.engine.start(child, Order.of("alone", "7.00"));
        assertThat(end(other).status()).isEqualTo(SagaStatus.COMPLETED);
        assertThat(decide(node, other, new OperatorDecision.Compensate(), "saga default:parent:bad", 3, "d-1")
                        .state())
                .as("somebody who calls himself so")
                .isEqualTo(Receipt.State.REFUSED);
    }
}

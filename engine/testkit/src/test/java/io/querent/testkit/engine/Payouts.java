package io.querent.testkit.engine;

import io.querent.saga.Amount;
import io.querent.saga.Call;
import io.querent.saga.Downstream;
import io.querent.saga.ItemsHandle;
import io.querent.saga.Outcome;
import io.querent.saga.QueryResult;
import io.querent.saga.Saga;
import io.querent.saga.SagaDefinition;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/** Payouts of a merchant, each an item, at a bank that loses every answer and every question unless told otherwise. */
final class Payouts {
    static final String STEP = "pay";
    /** Most payouts at one bank before its circuit opens, none of which was answered. */
    static final int MOST_AT_ONE_BANK = 20;

    /** What the bank says to a payout, by beneficiary. */
    final Map<String, Outcome<Paid>> answers = new ConcurrentHashMap<>();

    final AtomicInteger sends = new AtomicInteger();

    record Day(String merchant, List<Payout> payouts) {}

    record Payout(String beneficiary, BigDecimal amount) {}

    record Paid(String reference, Amount amount) {}

    static Day day(String merchant, int payouts) {
        return new Day(
                merchant,
                IntStream.range(0, payouts)
                        .mapToObj(number -> new Payout("b" + number, new BigDecimal(number + 1).movePointLeft(2)))
                        .toList());
    }

    /** Each has a bank of its own. */
    SagaDefinition<Day> definition(int number) {
        Downstream bank = Downstream.named("bank-" + number)
                .honoursOperationKey(Duration.ofDays(30))
                .visibleWithin(Duration.ofMinutes(10))
                .keyLength(35)
                .build();
        return Saga.define("settlement-" + number, Day.class)
                .businessKey(Day::merchant)
                .forEach(
                        ItemsHandle.of(STEP, Paid.class),
                        each -> each.items(Payout.class, saga -> saga.input().payouts(), Payout::beneficiary)
                                .parallel(MOST_AT_ONE_BANK)
                                .collect()
                                .downstream(bank)
                                .request(Payout.class, (saga, payout) -> payout)
                                .each(pay -> pay.call(this::send)
                                        .query((call, payout) -> QueryResult.unavailable("the bank does not answer"))
                                        .queryBudget(budget -> budget.within(Duration.ofHours(1)))
                                        .matches((payout, paid) -> paid.amount().equals(amountOf(payout)))
                                        .amount(Payouts::amountOf)
                                        .needsNoUndo("a payout is final")))
                .build();
    }

    private Outcome<Paid> send(Call call, Payout payout) {
        sends.incrementAndGet();
        return answers.getOrDefault(payout.beneficiary(), Outcome.unknown("no answer"));
    }

    static Amount amountOf(Payout payout) {
        return new Amount(payout.amount(), "EUR");
    }
}

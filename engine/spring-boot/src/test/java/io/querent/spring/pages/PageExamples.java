package io.querent.spring.pages;

import io.querent.decision.SagaStatus;
import io.querent.outbox.MessagePublisher;
import io.querent.runtime.SagaEngine;
import io.querent.runtime.journal.SagaSearch;
import io.querent.runtime.journal.SagaSearch.Filter;
import io.querent.runtime.journal.SagaSearch.Page;
import io.querent.runtime.journal.SagaSearch.Results;
import io.querent.saga.Call;
import io.querent.saga.Downstream;
import io.querent.saga.Message;
import io.querent.saga.Outcome;
import io.querent.saga.QueryResult;
import io.querent.saga.Saga;
import io.querent.saga.SagaBuilder;
import io.querent.saga.SagaDefinition;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.context.annotation.Bean;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/** Lines that the pages show. That they compile is what is asked of them; what they do is tested where they belong. */
final class PageExamples {
    private static final Downstream BANK = Downstream.named("bank")
            .honoursOperationKey(Duration.ofHours(24))
            .visibleWithin(Duration.ofMinutes(10))
            .build();

    private PageExamples() {}

    record Transfer(String number, String account, BigDecimal amount) {}

    record ReserveFunds(String account, BigDecimal amount) {}

    record Reservation(String id, BigDecimal amount) {}

    record PaymentMade(String number) {}

    record PaymentTakenBack(String number) {}

    interface Book {
        Reservation reserve(String key, BigDecimal amount);

        Optional<Reservation> find(String key);
    }

    /** A client of the user's broker. */
    interface Broker {
        void send(String topic, @Nullable String key, String payload, Map<String, String> headers);
    }

    record Order(String merchant, Transfer payment) {
        Transfer toPayment() {
            return payment;
        }
    }

    interface Orders {
        void save(Order order);
    }

    static class Beans {
        private final Book book;

        Beans(Book book) {
            this.book = book;
        }

        @Component
        class Ledger {
            Outcome<Reservation> reserve(Call call, ReserveFunds request) {
                return Outcome.succeeded(book.reserve(call.downstreamKey(), request.amount()));
            }

            QueryResult<Reservation> find(Call call, ReserveFunds request) {
                return book.find(call.downstreamKey()).map(QueryResult::found).orElseGet(QueryResult::notFound);
            }
        }

        @Bean
        SagaDefinition<Transfer> transfer(Ledger ledger) {
            return Saga.define("transfer", Transfer.class)
                    .businessKey(Transfer::number)
                    .step(
                            "reserve",
                            Reservation.class,
                            step -> step.downstream(BANK)
                                    .request(
                                            ReserveFunds.class,
                                            saga -> new ReserveFunds(
                                                    saga.input().account(),
                                                    saga.input().amount()))
                                    .call(ledger::reserve)
                                    .query(ledger::find)
                                    .matches((request, found) -> found.amount().equals(request.amount()))
                                    .needsNoUndo("a reservation ends by itself"))
                    .build();
        }

        @Bean
        MessagePublisher publisher(Broker broker) {
            return message -> broker.send(
                    message.topic(), message.orderingKey(), message.text(), Map.of("message-id", message.id()));
        }
    }

    static class Shop {
        private final Orders orders;
        private final SagaEngine engine;
        private final SagaDefinition<Transfer> payment;

        Shop(Orders orders, SagaEngine engine, SagaDefinition<Transfer> payment) {
            this.orders = orders;
            this.engine = engine;
            this.payment = payment;
        }

        @Transactional
        void place(Order order) {
            orders.save(order);
            engine.start(payment, order.toPayment()); // committed with the order, or not at all
        }
    }

    static SagaBuilder<Transfer> tellsBack(SagaBuilder<Transfer> definition) {
        return definition.publish(
                "tell",
                step -> step.after("transfer")
                        .message(saga -> new Message<>(
                                "payments",
                                saga.input().account(),
                                new PaymentMade(saga.input().number())))
                        .takenBackBy(saga -> new Message<>(
                                "payments",
                                saga.input().account(),
                                new PaymentTakenBack(saga.input().number()))));
    }

    static SagaBuilder<Order> searched(SagaBuilder<Order> definition) {
        return definition.attribute("merchant", Order::merchant);
    }

    static void search(SagaEngine engine) {
        SagaSearch search = engine.search();
        Page page = Page.first(Filter.all().with("merchant", "m-17").in(SagaStatus.IN_REVIEW), 50);
        Results results = search.find(page);
        page.after(results).ifPresent(next -> search.find(next));
    }
}

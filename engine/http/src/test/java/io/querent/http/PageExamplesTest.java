package io.querent.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.http.MediaType.APPLICATION_FORM_URLENCODED;

import io.querent.http.provider.Providers;
import io.querent.saga.Action;
import io.querent.saga.Downstream;
import io.querent.saga.Outcome;
import io.querent.saga.Query;
import io.querent.saga.QueryResult;
import io.querent.saga.Saga;
import io.querent.saga.SagaDefinition;
import io.querent.saga.StepHandle;
import java.math.BigDecimal;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.springframework.web.client.RestClient;

/** What the page on HTTP steps shows builds. */
class PageExamplesTest {
    private record Order(String number, String account, BigDecimal amount) {}

    private record TransferRequest(String account, BigDecimal amount) {}

    private record Transfer(String id, BigDecimal amount) {
        boolean isFor(TransferRequest request) {
            return amount.compareTo(request.amount()) == 0;
        }
    }

    private record Payment(String id, String status, String failureCode) {}

    private static final StepHandle<Transfer> TRANSFER = StepHandle.of("transfer", Transfer.class);

    static final Downstream BANK = Downstream.named("bank")
            .honoursOperationKey(Duration.ofHours(24))
            .visibleWithin(Duration.ofMinutes(10))
            .keyLength(64)
            .build();

    static final Downstream CARDS = Providers.STRIPE
            .downstream("cards")
            .visibleWithin(Duration.ofMinutes(5))
            .build();

    private static HttpDownstream bank() {
        RestClient.Builder builder = RestClient.builder();
        HttpDownstream bank = HttpDownstream.of(BANK)
                .baseUrl("https://api.bank.example/v1")
                .restClient(builder) // Spring's, with your interceptors, converters and observations; may be left out
                .answers(rules -> rules.codeAt("error.code") // where an error body has its code
                        .refusedOn(422, "insufficient_funds", "account_closed")
                        .notFoundOn(404, "no_such_transfer"))
                .build();
        return bank;
    }

    @Test
    void aStepCallsOverHttp() {
        HttpDownstream bank = bank();
        SagaDefinition<Order> definition = Saga.define("pay", Order.class)
                .businessKey(Order::number)
                .step(
                        TRANSFER,
                        step -> step.downstream(BANK)
                                .request(
                                        TransferRequest.class,
                                        saga -> new TransferRequest(
                                                saga.input().account(),
                                                saga.input().amount()))
                                .call(bank.post("/transfers", Transfer.class))
                                .query(bank.get("/transfers/{key}", Transfer.class))
                                .matches((request, found) -> found.isFor(request)))
                .build();

        assertThat(definition.steps()).hasSize(1);
    }

    @Test
    void theBodyMayDecide() {
        HttpDownstream bank = bank();
        Action<TransferRequest, Payment> call =
                bank.post("/payments", Payment.class, payment -> switch (payment.status()) {
                    case "succeeded" -> Outcome.succeeded(payment);
                    case "failed" -> Outcome.rejected(payment.failureCode(), "declined");
                    default -> Outcome.pending(payment.id());
                });
        Query<TransferRequest, Payment> query = bank.get(
                "/payments?reference={key}",
                Payment[].class,
                page -> page.length == 1
                        ? QueryResult.found(page[0])
                        : page.length == 0
                                ? QueryResult.notFound()
                                : QueryResult.mismatch("two payments under one reference"));
        Action<TransferRequest, Transfer> ofAccount = bank.at("/accounts/{account}/transfers", TransferRequest.class)
                .variable("account", TransferRequest::account)
                .answers(rules -> rules.refusedOn(404, "no_such_account"))
                .post(Transfer.class);

        assertThat(new Object[] {call, query, ofAccount}).doesNotContainNull();
    }

    @Test
    void aProviderIsKnown() {
        HttpDownstream cards = Providers.STRIPE
                .http(CARDS)
                .baseUrl("https://api.stripe.com")
                .contentType(APPLICATION_FORM_URLENCODED)
                .build();

        assertThat(cards).isNotNull();
    }

    private record HoldRequest(String account) {}

    private record Hold(String id) {}

    @Test
    void aServiceThatUsesTheReceiverIsAskedInOneWord() {
        HttpDownstream ledger = bank();
        SagaDefinition<Order> definition = Saga.define("hold", Order.class)
                .version(1)
                .businessKey(Order::number)
                .step(
                        StepHandle.of("hold", Hold.class),
                        step -> step.downstream(BANK)
                                .pivot()
                                .request(
                                        HoldRequest.class,
                                        saga -> new HoldRequest(saga.input().account()))
                                .call(ledger.post("/holds", Hold.class))
                                .query(ledger.operation(Hold.class)) // GET /operations/{key}
                                .matches((request, found) -> !found.id().isEmpty()))
                .build();
        assertThat(definition.name()).isEqualTo("hold");
    }
}

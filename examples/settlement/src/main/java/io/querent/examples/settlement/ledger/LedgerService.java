package io.querent.examples.settlement.ledger;

import io.querent.examples.settlement.ledger.message.SettlementNotice;
import io.querent.receiver.inbox.InboxConsumer;
import io.querent.receiver.inbox.InboxSettings;
import io.querent.receiver.jdbc.Transactions;
import io.querent.receiver.kafka.KafkaInbox;
import io.querent.receiver.kafka.KafkaInboxSettings;
import io.querent.receiver.web.IdempotentEndpoints;
import java.util.Map;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.http.HttpMethod;
import org.springframework.jdbc.core.simple.JdbcClient;

/** What the ledger is made of. The receiver brings the guard, the filter in front of these endpoints, and {@code GET /operations/{key}}. */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
@Import({SalesEndpoint.class, WindowEndpoint.class, BookingEndpoint.class, BooksEndpoint.class, Refusals.class})
class LedgerService {
    /** Property that names the broker. */
    static final String KAFKA = "ledger.kafka";

    /**
     * A settlement's token protects that settlement's window. It cannot protect the merchant's account as a whole: tokens grow within one
     * saga, and the next day's saga begins with a small one again.
     */
    private static final String FENCED = "settlement:{settlement}";

    @Bean
    IdempotentEndpoints endpoints() {
        return IdempotentEndpoints.none()
                .and(HttpMethod.POST, "/sales")
                .andFenced(HttpMethod.POST, "/settlements/{settlement}/window", FENCED)
                .andFenced(HttpMethod.POST, "/settlements/{settlement}/reopening", FENCED)
                .andFenced(HttpMethod.POST, "/settlements/{settlement}/booking", FENCED);
    }

    /** Closed after what receives. */
    @Bean
    @ConditionalOnProperty(KAFKA)
    InboxConsumer notices(Transactions transactions) {
        return InboxConsumer.start(transactions, "ledger", new NoticeBook(), InboxSettings.DEFAULT);
    }

    @Bean
    @ConditionalOnProperty(KAFKA)
    KafkaInbox noticesByKafka(InboxConsumer notices, @Value("${" + KAFKA + "}") String kafka) {
        return KafkaInbox.start(
                Map.of("bootstrap.servers", kafka), notices, KafkaInboxSettings.of(SettlementNotice.TOPIC));
    }

    @Bean
    Postings postings(JdbcClient database) {
        return new Postings(database);
    }
}

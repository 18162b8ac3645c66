package io.querent.examples.settlement.service;

import io.querent.examples.payment.bankclient.BankAddress;
import io.querent.examples.payment.bankclient.BankBooks;
import io.querent.examples.payment.service.ConsoleAccounts;
import io.querent.examples.settlement.files.PaymentFiles;
import io.querent.examples.settlement.ledgerclient.LedgerClient;
import io.querent.examples.settlement.ledgerclient.LedgerSteps;
import io.querent.examples.settlement.reports.ReportDesk;
import io.querent.examples.settlement.reports.ReportStore;
import io.querent.examples.settlement.saga.PayoutBank;
import io.querent.examples.settlement.saga.Settlement;
import io.querent.examples.settlement.saga.SettlementSaga;
import io.querent.receiver.kafka.KafkaMessagePublisher;
import io.querent.runtime.SagaEngine;
import io.querent.runtime.admin.AdminStorage;
import io.querent.saga.SagaDefinition;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** What the service is made of. The starter brings the engine, its database, and takes up the definition. */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
public class SettlementService {
    @Bean
    SagaDefinition<Settlement> settlement(LedgerSteps ledger, PayoutBank bank, ReportDesk reports, ReportStore store) {
        return SettlementSaga.define(ledger, bank, reports, store);
    }

    @Bean
    LedgerSteps ledgerSteps(ServiceAddresses addresses) {
        return new LedgerSteps(addresses.ledger());
    }

    @Bean
    LedgerClient ledgerClient(ServiceAddresses addresses) {
        return new LedgerClient(addresses.ledger());
    }

    @Bean
    ReportDesk reportDesk(JdbcClient database) {
        return new ReportDesk(database);
    }

    @Bean
    ReportStore reportStore(ServiceAddresses addresses, ReportDesk reports) {
        return new ReportStore(addresses.reports(), reports);
    }

    @Bean
    Executions executions(JdbcClient database) {
        return new Executions(database);
    }

    @Bean
    Days days(JdbcClient database) {
        return new Days(database);
    }

    @Bean
    SettlementDesk settlementDesk(
            SagaEngine engine,
            SagaDefinition<Settlement> settlement,
            Executions executions,
            PlatformTransactionManager transactions) {
        return new SettlementDesk(engine, settlement, executions, new TransactionTemplate(transactions));
    }

    @Bean
    ConsoleAccounts consoleAccounts(AdminStorage storage) {
        return new ConsoleAccounts(storage.accounts(), SettlementSaga.NAME);
    }

    @Bean
    PaymentFiles paymentFiles(BankAddress bank, ServiceAddresses addresses) {
        return new PaymentFiles(bank, addresses.outgoing(), InstantSource.system(), PaymentFiles.Settings.USUAL);
    }

    /** What the engine's outbox is sent by. */
    @Bean
    KafkaMessagePublisher publisher(ServiceAddresses addresses) {
        return KafkaMessagePublisher.open(Map.of("bootstrap.servers", addresses.kafka()), Duration.ofSeconds(30));
    }

    @Bean
    BankBooks bankBooks(BankAddress address) {
        return new BankBooks(address);
    }
}

package io.querent.examples.payment.service;

import io.querent.examples.payment.bankclient.BankAddress;
import io.querent.examples.payment.bankclient.BankBooks;
import io.querent.examples.payment.bankclient.BankClient;
import io.querent.examples.payment.faults.Faults;
import io.querent.examples.payment.ledger.Accounts;
import io.querent.examples.payment.ledger.Ledger;
import io.querent.examples.payment.ledger.LedgerBooks;
import io.querent.examples.payment.notice.NoticeBoard;
import io.querent.examples.payment.order.PaymentOrder;
import io.querent.examples.payment.saga.PaymentSaga;
import io.querent.runtime.SagaEngine;
import io.querent.runtime.admin.AdminStorage;
import io.querent.saga.SagaDefinition;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;

/** What the service is made of. The starter brings the engine, its database, and takes up the definition. */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
public class PaymentService {
    @Bean
    SagaDefinition<PaymentOrder> payment(Ledger ledger, BankClient bank, NoticeBoard notices) {
        return PaymentSaga.define(ledger, bank, notices);
    }

    @Bean
    Ledger ledger(JdbcClient database) {
        return new Ledger(database);
    }

    @Bean
    BankClient bankClient(BankAddress address) {
        return new BankClient(address);
    }

    @Bean
    NoticeBoard noticeBoard(JdbcClient database, Faults faults) {
        return new NoticeBoard(database, faults::losesNotice);
    }

    @Bean
    PaymentDesk paymentDesk(
            SagaEngine engine, SagaDefinition<PaymentOrder> payment, JdbcClient database, Faults faults) {
        return new PaymentDesk(engine, payment, new Accounts(database), faults);
    }

    @Bean
    ConsoleAccounts consoleAccounts(AdminStorage storage) {
        return new ConsoleAccounts(storage.accounts(), PaymentSaga.NAME);
    }

    @Bean
    LedgerBooks ledgerBooks(JdbcClient database) {
        return new LedgerBooks(database);
    }

    @Bean
    BankBooks bankBooks(BankAddress address) {
        return new BankBooks(address);
    }
}

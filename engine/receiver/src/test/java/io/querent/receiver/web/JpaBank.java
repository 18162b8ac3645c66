package io.querent.receiver.web;

import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.Id;
import jakarta.persistence.LockModeType;
import jakarta.persistence.Table;
import java.util.Map;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.http.HttpMethod;
import org.springframework.http.ResponseEntity;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** A service whose authors use JPA and have never heard of the guard. */
@SpringBootConfiguration
@EnableAutoConfiguration
class JpaBank {
    @Bean
    IdempotentEndpoints endpoints() {
        return IdempotentEndpoints.none().and(HttpMethod.POST, "/debits");
    }

    @Bean
    Desk desk(EntityManager entities) {
        return new Desk(entities);
    }

    @Entity(name = "Account")
    @Table(name = "account")
    static class Account {
        @Id
        private String name;

        private long balance;
    }

    record Debit(String account, long amount) {}

    static final class NoFunds extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    static class Desk {
        private final EntityManager entities;

        Desk(EntityManager entities) {
            this.entities = entities;
        }

        @Transactional
        public long debit(Debit debit) {
            Account account = entities.find(Account.class, debit.account(), LockModeType.PESSIMISTIC_WRITE);
            account.balance -= debit.amount();
            entities.flush();
            if (account.balance < 0) {
                throw new NoFunds();
            }
            return account.balance;
        }
    }

    @RestController
    static class Debits {
        private final Desk desk;

        Debits(Desk desk) {
            this.desk = desk;
        }

        @PostMapping("/debits")
        ResponseEntity<Map<String, Long>> debit(@RequestBody Debit debit) {
            return ResponseEntity.status(201).body(Map.of("balance", desk.debit(debit)));
        }

        @ExceptionHandler(NoFunds.class)
        ResponseEntity<Map<String, String>> noFunds() {
            return ResponseEntity.status(422).body(Map.of("code", "NO_FUNDS"));
        }
    }
}

package io.querent.receiver.web;

import io.querent.receiver.Fence;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.http.HttpMethod;
import org.springframework.http.ResponseEntity;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** A service as its authors would write it: a controller, a transactional desk, an exception handler. */
@SpringBootConfiguration
@EnableAutoConfiguration
class Bank {
    @Bean
    IdempotentEndpoints endpoints() {
        return IdempotentEndpoints.none()
                .and(HttpMethod.POST, "/debits")
                .and(HttpMethod.POST, "/slow-debits")
                .and(HttpMethod.POST, "/odd/{what}")
                .andFenced(HttpMethod.POST, "/accounts/{account}/debits", "account:{account}");
    }

    @Bean
    CallerResolver callers() {
        return request -> java.util.Optional.ofNullable(request.getHeader("Test-Caller"));
    }

    @Bean
    Desk desk(DataSource dataSource) {
        return new Desk(JdbcClient.create(dataSource));
    }

    record Debit(String account, long amount) {}

    static final class NoFunds extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    static class Desk {
        private final JdbcClient database;

        Desk(JdbcClient database) {
            this.database = database;
        }

        @Transactional
        public void debit(String key, Debit debit) {
            database.sql("INSERT INTO ledger VALUES (?, ?)")
                    .params(key, debit.amount())
                    .update();
            int changed = database.sql("UPDATE account SET balance = balance - ? WHERE name = ? AND balance >= ?")
                    .params(debit.amount(), debit.account(), debit.amount())
                    .update();
            if (changed == 0) {
                throw new NoFunds();
            }
        }

        @Transactional
        public void failOnce(String state) {
            database.sql("DO $$ BEGIN RAISE EXCEPTION 'again' USING ERRCODE = '" + state + "'; END $$")
                    .update();
        }
    }

    @RestController
    static class Debits {
        static volatile CountDownLatch entered = new CountDownLatch(0);
        static volatile CountDownLatch held = new CountDownLatch(0);
        static final AtomicInteger CALLS = new AtomicInteger();

        private final Desk desk;

        Debits(Desk desk) {
            this.desk = desk;
        }

        @PostMapping("/debits")
        ResponseEntity<Map<String, Object>> debit(@RequestBody Debit debit, HttpServletRequest request) {
            CALLS.incrementAndGet();
            desk.debit(OperationScope.of(request).key(), debit);
            return ResponseEntity.status(201).body(Map.of("id", "d-" + CALLS.get()));
        }

        @PostMapping("/slow-debits")
        ResponseEntity<Map<String, Object>> slow(@RequestBody Debit debit, HttpServletRequest request)
                throws Exception {
            entered.countDown();
            held.await();
            return debit(debit, request);
        }

        @PostMapping("/accounts/{account}/debits")
        ResponseEntity<Map<String, Object>> fenced(
                @PathVariable("account") String account, @RequestBody Debit debit, HttpServletRequest request) {
            return debit(debit, request);
        }

        @PostMapping("/odd/{what}")
        ResponseEntity<?> odd(@PathVariable("what") String what, @RequestBody Debit debit, HttpServletRequest request) {
            int call = CALLS.incrementAndGet();
            String key = OperationScope.of(request).key();
            desk.debit(key, debit);
            return switch (what) {
                case "500-after-write" -> ResponseEntity.status(500).body(Map.of("error", "oops"));
                case "throws" -> throw new IllegalStateException("after the write");
                case "400-after-write" -> ResponseEntity.badRequest().body(Map.of("error", "late"));
                case "large" -> ResponseEntity.ok("x".repeat(2 << 20));
                case "text" -> ResponseEntity.ok("plain");
                case "empty" -> ResponseEntity.noContent().build();
                case "conflict-once" -> {
                    if (call == 1) {
                        desk.failOnce("40001");
                    }
                    yield ResponseEntity.ok(Map.of("calls", call));
                }
                case "stale" -> {
                    OperationScope.of(request).fence(new Fence("inside:" + debit.account(), 1));
                    yield ResponseEntity.ok(Map.of());
                }
                default ->
                    ResponseEntity.status(302).header("Location", "/elsewhere").build();
            };
        }

        @ExceptionHandler(NoFunds.class)
        ResponseEntity<Map<String, String>> noFunds() {
            return ResponseEntity.status(422).body(Map.of("code", "NO_FUNDS"));
        }
    }
}

package io.querent.receiver.web;

import io.querent.receiver.Fence;
import io.querent.receiver.ReceiverDatabase;
import io.querent.receiver.ReceiverServer;
import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.core.Ordered;
import org.springframework.dao.ConcurrencyFailureException;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/** A service as its authors would write it: a controller, a transactional desk, an exception handler. */
@SpringBootConfiguration
@EnableAutoConfiguration
class Bank {
    static ConfigurableApplicationContext open(ReceiverDatabase database) {
        return new SpringApplicationBuilder(Bank.class)
                .properties(
                        "server.port=0",
                        "server.address=127.0.0.1",
                        "spring.main.banner-mode=off",
                        "spring.datasource.url=jdbc:postgresql://127.0.0.1:" + ReceiverServer.port() + "/"
                                + database.name(),
                        "spring.datasource.username=postgres",
                        "querent.receiver.wait-for-holder=200ms")
                .run();
    }

    @Bean
    IdempotentEndpoints endpoints() {
        return IdempotentEndpoints.none()
                .and(HttpMethod.POST, "/debits")
                .and(HttpMethod.POST, "/slow-debits")
                .and(HttpMethod.POST, "/odd/{what}")
                .and(HttpMethod.POST, "/nobodys")
                .and(HttpMethod.GET, "/sight")
                .andFenced(HttpMethod.POST, "/accounts/{account}/debits", "account:{account}");
    }

    @Bean
    CallerResolver callers() {
        return request -> java.util.Optional.ofNullable(request.getHeader("Test-Caller"));
    }

    /** What an application puts around everything. */
    @Bean
    FilterRegistrationBean<Filter> outer() {
        FilterRegistrationBean<Filter> outer = new FilterRegistrationBean<>((request, response, chain) -> {
            ((HttpServletResponse) response).setHeader("Access-Control-Allow-Origin", "*");
            chain.doFilter(request, response);
        });
        outer.setOrder(Ordered.HIGHEST_PRECEDENCE + 10);
        return outer;
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

        /** Reads the body as people do. */
        @PostMapping("/odd/read-by-line")
        ResponseEntity<String> lines(HttpServletRequest request) throws IOException {
            StringBuilder all = new StringBuilder();
            for (String line = request.getReader().readLine();
                    line != null && all.length() < 1_000;
                    line = request.getReader().readLine()) {
                all.append(line);
            }
            return ResponseEntity.ok(all.toString());
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

        @GetMapping("/sight")
        String sight() {
            CALLS.incrementAndGet();
            return "seen";
        }

        @PostMapping("/odd/{what}")
        ResponseEntity<?> odd(
                @PathVariable("what") String what,
                @RequestBody Debit debit,
                HttpServletRequest request,
                HttpServletResponse response)
                throws IOException {
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
                case "conflict-mapped-to-409" -> {
                    if (call == 1) {
                        desk.failOnce("40P01");
                    }
                    yield ResponseEntity.ok(Map.of("calls", call));
                }
                case "status-exception" -> throw new ResponseStatusException(HttpStatus.CONFLICT, "no funds");
                case "odd-code" -> ResponseEntity.status(409).body(Map.of("code", "A\n\u0000B"));
                case "long-type" ->
                    ResponseEntity.ok()
                            .contentType(MediaType.parseMediaType("application/vnd.x+json;profile=" + "y".repeat(100)))
                            .body("{}".getBytes(StandardCharsets.UTF_8));
                case "no-json" ->
                    ResponseEntity.ok()
                            .contentType(MediaType.APPLICATION_JSON)
                            .body("hello".getBytes(StandardCharsets.UTF_8));
                case "writer" -> {
                    response.setContentType("application/json");
                    response.getWriter().print("{\"name\":\"M\u00fcller\"}");
                    yield null;
                }
                case "made" ->
                    ResponseEntity.created(URI.create("/debits/d-" + call))
                            .eTag("v" + call)
                            .header("Link", "</accounts/A>; rel=account")
                            .header("Link", "</debits>; rel=collection")
                            .header("Content-Language", "de")
                            .header("Set-Cookie", "session=secret")
                            .header("X-Trace", "t-" + call)
                            .header("Retry-After", "7")
                            .body(Map.of("id", call));
                case "made-elsewhere" ->
                    ResponseEntity.status(409)
                            .location(URI.create("/debits/d-0"))
                            .body(Map.of("code", "EXISTS"));
                case "container-elsewhere" -> {
                    response.setHeader("Location", "/debits/d-0");
                    response.sendError(409, "exists");
                    yield null;
                }
                case "odd-header" -> {
                    response.setHeader("Content-Disposition", "attachment; filename=\"M\u00fcller\t.pdf\"");
                    yield ResponseEntity.ok(Map.of());
                }
                case "large-header" ->
                    ResponseEntity.ok()
                            .header("Location", "/" + "x".repeat(4_000))
                            .body(Map.of());
                case "inside" -> {
                    fenceInside(request);
                    yield ResponseEntity.ok(Map.of());
                }
                case "inside-refused" -> {
                    fenceInside(request);
                    yield ResponseEntity.status(409).body(Map.of("code", "CLOSED"));
                }
                case "inside-throws" -> {
                    fenceInside(request);
                    throw new IllegalStateException("after the fence");
                }
                default ->
                    ResponseEntity.status(302).header("Location", "/elsewhere").build();
            };
        }

        /** Of a resource that is known inside only. */
        private static void fenceInside(HttpServletRequest request) {
            long token = Long.parseLong(request.getHeader("Test-Token"));
            OperationScope.of(request).fence(new Fence(request.getHeader("Test-Resource"), token));
        }

        /** A usual mapping, and a wrong one for a transaction that only has to run again. */
        @ExceptionHandler(ConcurrencyFailureException.class)
        ResponseEntity<Map<String, String>> busy(HttpServletRequest request) {
            boolean asConflict = request.getRequestURI().endsWith("409");
            return ResponseEntity.status(asConflict ? 409 : 500).body(Map.of("code", "BUSY"));
        }

        @ExceptionHandler(NoFunds.class)
        ResponseEntity<Map<String, String>> noFunds() {
            return ResponseEntity.status(422).body(Map.of("code", "NO_FUNDS"));
        }
    }
}

package io.querent.receiver.web;

import org.springframework.context.annotation.Bean;
import org.springframework.http.HttpMethod;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;

/** What the page on services that are called over HTTP shows builds. */
final class ReceiverHttpPage {
    private final Holds holds;

    ReceiverHttpPage(Holds holds) {
        this.holds = holds;
    }

    @Bean
    IdempotentEndpoints endpoints() {
        return IdempotentEndpoints.none()
                .and(HttpMethod.POST, "/holds")
                .andFenced(HttpMethod.POST, "/accounts/{account}/closings", "account:{account}");
    }

    @PostMapping("/holds")
    ResponseEntity<Hold> hold(@RequestBody HoldRequest request) { // as you would write it anyway
        return ResponseEntity.status(201).body(holds.place(request)); // joins the transaction: JdbcTemplate, JPA, jOOQ
    }

    private record HoldRequest(String account) {}

    private record Hold(String id) {}

    private interface Holds {
        Hold place(HoldRequest request);
    }
}

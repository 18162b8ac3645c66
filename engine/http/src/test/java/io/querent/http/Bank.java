package io.querent.http;

import io.querent.saga.Action;
import io.querent.saga.Call;
import io.querent.saga.ChildSagas;
import io.querent.saga.Downstream;
import io.querent.saga.OperationKey;
import io.querent.saga.Outcome;
import io.querent.saga.Query;
import io.querent.saga.QueryResult;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** What the tests share: a bank, a transfer, and an attempt of it. */
final class Bank {
    static final Downstream PROFILE = Downstream.named("bank")
            .honoursOperationKey(Duration.ofHours(24))
            .visibleWithin(Duration.ofMinutes(10))
            .timeLimit(Duration.ofSeconds(20))
            .build();

    static final OperationKey KEY = new OperationKey("main:payment:order-1:transfer");

    /** Odd on purpose: spaces, an exponent and an escape that any serialiser would write otherwise. */
    static final String BODY = "{ \"amount\" : 1.00e2,\"to\":\"M\\u00fcller\" }";

    private Bank() {}

    record TransferRequest(String account) {}

    record Transfer(String id, String status) {}

    static final TransferRequest REQUEST = new TransferRequest("DE01/../x?y=1#z");

    static HttpDownstreamBuilder at(String url) {
        return HttpDownstream.of(PROFILE).baseUrl(url);
    }

    static Call attempt() {
        return attempt(Duration.ofSeconds(20));
    }

    static Call attempt(Duration limit) {
        return new Attempted(limit, null);
    }

    static Outcome<Transfer> transfer(HttpDownstream bank) throws Exception {
        return transfer(bank, attempt());
    }

    static Outcome<Transfer> transfer(HttpDownstream bank, Call call) throws Exception {
        Action<TransferRequest, Transfer> action = bank.post("/transfers", Transfer.class);
        return action.perform(call, REQUEST);
    }

    static QueryResult<Transfer> find(HttpDownstream bank) throws Exception {
        Query<TransferRequest, Transfer> query = bank.get("/transfers/{key}", Transfer.class);
        return query.ask(attempt(), REQUEST);
    }

    record Attempted(Duration timeLeft, String reference) implements Call {
        @Override
        public OperationKey operationKey() {
            return KEY;
        }

        @Override
        public String downstreamKey() {
            return KEY.value();
        }

        @Override
        public long fencingToken() {
            return 42;
        }

        @Override
        public int attempt() {
            return 1;
        }

        @Override
        public byte[] requestBody() {
            return BODY.getBytes(StandardCharsets.UTF_8);
        }

        @Override
        public Optional<OperationKey> compensates() {
            return Optional.empty();
        }

        @Override
        public Optional<String> pendingReference() {
            return Optional.ofNullable(reference);
        }

        @Override
        public Instant deadline() {
            return Instant.now().plus(timeLeft);
        }

        @Override
        public boolean turningBack() {
            return false;
        }

        @Override
        public ChildSagas children() {
            throw new UnsupportedOperationException("a step over HTTP runs no saga");
        }
    }
}

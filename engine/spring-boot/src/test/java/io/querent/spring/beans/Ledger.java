package io.querent.spring.beans;

import io.querent.runtime.SagaEngine;
import io.querent.saga.Call;
import io.querent.saga.Outcome;
import io.querent.saga.QueryResult;
import java.math.BigDecimal;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.stereotype.Component;

/** A downstream's client. It uses the engine that runs its methods. */
@Component
public class Ledger {
    private final SagaEngine engine;
    private final Map<String, Reservation> reservations = new ConcurrentHashMap<>();

    public Ledger(SagaEngine engine) {
        this.engine = engine;
    }

    /** A request. */
    public record ReserveFunds(String account, BigDecimal amount) {}

    /** Its result. */
    public record Reservation(String key, BigDecimal amount) {}

    /** Loses its answer, and knows that its saga is there. */
    public Outcome<Reservation> reserve(Call call, ReserveFunds request) {
        if (engine.find(call.operationKey().saga()).isEmpty()) {
            return Outcome.rejected("unheard-of", "no such saga");
        }
        reservations.put(call.downstreamKey(), new Reservation(call.downstreamKey(), request.amount()));
        return Outcome.unknown("the answer was lost");
    }

    public QueryResult<Reservation> find(Call call, ReserveFunds request) {
        Reservation found = reservations.get(call.downstreamKey());
        return found == null ? QueryResult.notFound() : QueryResult.found(found);
    }

    public boolean isFor(ReserveFunds request, Reservation found) {
        return found.amount().compareTo(request.amount()) == 0;
    }
}

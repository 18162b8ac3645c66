package io.querent.http;

import io.querent.saga.Action;
import io.querent.saga.Downstream;
import io.querent.saga.Outcome;
import io.querent.saga.Query;
import io.querent.saga.QueryResult;
import java.util.Map;
import java.util.function.Function;

/**
 * A downstream that is reached over HTTP. Its methods give what a step's {@code call(...)} and {@code query(...)} take.
 *
 * <pre>{@code
 * HttpDownstream bank = HttpDownstream.of(BANK)
 *         .baseUrl("https://api.bank.example/v1")
 *         .answers(rules -> rules.codeAt("error.code").refusedOn(422, "insufficient_funds").notFoundOn(404, "no_such_transfer"))
 *         .build();
 *
 * .downstream(BANK)
 * .call(bank.post("/transfers", Transfer.class))
 * .query(bank.get("/transfers/{key}", Transfer.class))
 * }</pre>
 *
 * Each attempt sends one request or none: the frozen bytes, under the operation's key. What is not proved or declared is an
 * unknown outcome, or an unavailable answer. Thread-safe; make one for each provider and keep it, it holds the connections.
 */
public final class HttpDownstream {
    private final Settings settings;

    HttpDownstream(Settings settings) {
        this.settings = settings;
    }

    /** Begins the description of how {@code downstream} is reached. */
    public static HttpDownstreamBuilder of(Downstream downstream) {
        return new HttpDownstreamBuilder(downstream);
    }

    /** The profile, for the step's {@code downstream(...)}. */
    public Downstream downstream() {
        return settings.downstream();
    }

    /**
     * A path whose variables come from the request, or whose answers follow other rules.
     *
     * @param request class of the step's request; it is named for the compiler's sake
     */
    public <Q> Endpoint<Q> at(String path, Class<Q> request) {
        return endpoint(path);
    }

    /** Posts the frozen request; see {@link Endpoint#post(Class)}. */
    public <Q, R> Action<Q, R> post(String path, Class<R> result) {
        return this.<Q>endpoint(path).post(result);
    }

    /** Posts the frozen request and decides by the body; see {@link Endpoint#post(Class, Function)}. */
    public <Q, B, R> Action<Q, R> post(String path, Class<B> body, Function<? super B, Outcome<R>> decide) {
        return this.<Q>endpoint(path).post(body, decide);
    }

    /** Puts the frozen request; see {@link Endpoint#put(Class)}. */
    public <Q, R> Action<Q, R> put(String path, Class<R> result) {
        return this.<Q>endpoint(path).put(result);
    }

    /** Asks; see {@link Endpoint#get(Class)}. */
    public <Q, R> Query<Q, R> get(String path, Class<R> result) {
        return this.<Q>endpoint(path).get(result);
    }

    /** Asks and decides by the body; see {@link Endpoint#get(Class, Function)}. */
    public <Q, B, R> Query<Q, R> get(String path, Class<B> body, Function<? super B, QueryResult<R>> decide) {
        return this.<Q>endpoint(path).get(body, decide);
    }

    /** Asks a service that uses Querent's receiver, at {@code /operations/{key}}; see {@link Endpoint#operation(Class)}. */
    public <Q, R> Query<Q, R> operation(Class<R> result) {
        return this.<Q>endpoint("/operations/{key}").operation(result);
    }

    private <Q> Endpoint<Q> endpoint(String path) {
        return new Endpoint<>(settings, new PathTemplate(path), Map.of(), settings.rules());
    }
}

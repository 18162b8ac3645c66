package io.querent.http;

import io.querent.saga.Action;
import io.querent.saga.Call;
import io.querent.saga.Outcome;
import io.querent.saga.Query;
import io.querent.saga.QueryResult;
import java.net.URI;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.springframework.http.HttpMethod;

/**
 * One path of a downstream. Its actions and questions are what a step's {@code call(...)} and {@code query(...)} take; they
 * return, and never throw, what came of the one request they send. Immutable and thread-safe.
 *
 * @param <Q> type of the step's request
 */
public final class Endpoint<Q> {
    private static final Set<String> GIVEN = Set.of("key", "reference");

    private final Settings settings;
    private final PathTemplate path;
    private final Map<String, Function<? super Q, ?>> variables;
    private final AnswerRules rules;

    Endpoint(Settings settings, PathTemplate path, Map<String, Function<? super Q, ?>> variables, AnswerRules rules) {
        this.settings = settings;
        this.path = path;
        this.variables = Map.copyOf(variables);
        this.rules = rules;
    }

    /** Where the value of a variable in the path comes from. {@code {key}} and {@code {reference}} are given. */
    public Endpoint<Q> variable(String name, Function<? super Q, ?> value) {
        Map<String, Function<? super Q, ?>> more = new HashMap<>(variables);
        more.put(name, value);
        return new Endpoint<>(settings, path, more, rules);
    }

    /** Other rules for the answers of this path than those of the downstream. */
    public Endpoint<Q> answers(UnaryOperator<AnswerRules> change) {
        return new Endpoint<>(settings, path, variables, change.apply(rules));
    }

    /** Posts the frozen request. 200, 201 and 204 are success; {@link io.querent.saga.Done} takes an empty body. */
    public <R> Action<Q, R> post(Class<R> result) {
        return post(result, Outcome::succeeded);
    }

    /** The same, where the body of a success may still say "refused" or "not yet": {@code decide} reads it. */
    public <B, R> Action<Q, R> post(Class<B> body, Function<? super B, Outcome<R>> decide) {
        return call(HttpMethod.POST, body, decide);
    }

    /** Puts the frozen request. */
    public <R> Action<Q, R> put(Class<R> result) {
        return put(result, Outcome::succeeded);
    }

    /** Puts the frozen request; {@code decide} reads the body of a success. */
    public <B, R> Action<Q, R> put(Class<B> body, Function<? super B, Outcome<R>> decide) {
        return call(HttpMethod.PUT, body, decide);
    }

    /** Patches with the frozen request. */
    public <R> Action<Q, R> patch(Class<R> result) {
        return patch(result, Outcome::succeeded);
    }

    /** Patches with the frozen request; {@code decide} reads the body of a success. */
    public <B, R> Action<Q, R> patch(Class<B> body, Function<? super B, Outcome<R>> decide) {
        return call(HttpMethod.PATCH, body, decide);
    }

    /** Deletes what the path names; no body is sent. */
    public <R> Action<Q, R> delete(Class<R> result) {
        return call(HttpMethod.DELETE, result, Outcome::succeeded);
    }

    /** Asks. The path has to name the operation, by {@code {key}} or otherwise. */
    public <R> Query<Q, R> get(Class<R> result) {
        return get(result, QueryResult::found);
    }

    /** Asks, where what is found may be a list, an empty one, or a refusal: {@code decide} reads it. */
    public <B, R> Query<Q, R> get(Class<B> body, Function<? super B, QueryResult<R>> decide) {
        return query((answer, accepted) -> answer.read(body, accepted), decide);
    }

    /**
     * Asks a service that uses Querent's receiver what became of the operation: done, refused, in progress, or not known.
     *
     * @param result class of what the endpoint answered when it was done
     */
    public <R> Query<Q, R> operation(Class<R> result) {
        QueryReader.Reading<OperationState<R>> reading =
                (answer, accepted) -> answer.read(OperationState.class, result, accepted);
        return answers(rules -> rules.codeAt("code").notFoundOn(404, "OPERATION_NOT_FOUND"))
                .query(reading, state -> state.found(result));
    }

    private <B, R> Query<Q, R> query(QueryReader.Reading<B> reading, Function<? super B, QueryResult<R>> decide) {
        requireVariables();
        if (path.variables().isEmpty()) {
            throw HttpStepException.path(
                    path.toString(), "names no operation, so it would find any; put {key} into it");
        }
        return (call, request) -> {
            URI address;
            try {
                address = address(call, request);
            } catch (RuntimeException unsendable) {
                return QueryResult.unavailable("the question was not sent; " + Foreign.describe(unsendable));
            }
            return Exchange.ofQuery(settings, address, call)
                    .send(new QueryReader<>(settings, rules, reading, decide, settings.keyOf(call)));
        };
    }

    private <B, R> Action<Q, R> call(HttpMethod method, Class<B> body, Function<? super B, Outcome<R>> decide) {
        requireVariables();
        return (call, request) -> {
            URI address;
            byte[] sent;
            try {
                address = address(call, request);
                sent = method.equals(HttpMethod.DELETE) ? new byte[0] : settings.bodyOf(call, request);
            } catch (RuntimeException unsendable) {
                return Outcome.notExecuted("not-sent", Foreign.describe(unsendable));
            }
            return Exchange.ofCall(settings, method, address, call, sent)
                    .send(new CallReader<>(settings, rules, body, decide, settings.keyOf(call)));
        };
    }

    private void requireVariables() {
        Set<String> unknown = new HashSet<>(path.variables());
        unknown.removeAll(GIVEN);
        unknown.removeAll(variables.keySet());
        if (!unknown.isEmpty()) {
            throw HttpStepException.path(
                    path.toString(), "has variables without a value, " + unknown + "; say variable(...)");
        }
    }

    private URI address(Call call, Q request) {
        return path.below(settings.base(), name -> switch (name) {
            case "key" -> settings.keyOf(call);
            case "reference" ->
                call.pendingReference()
                        .orElseThrow(() -> HttpStepException.variable(name, "has no value: the provider gave none"));
            default -> value(name, request);
        });
    }

    private String value(String name, Q request) {
        Function<? super Q, ?> of = variables.get(name);
        Object value = of == null ? null : of.apply(request);
        if (value == null) {
            throw HttpStepException.variable(name, "has no value for this request");
        }
        return value.toString();
    }
}

package io.querent.receiver.web;

import jakarta.servlet.http.HttpServletRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpMethod;
import org.springframework.http.server.PathContainer;
import org.springframework.web.util.pattern.PathPattern;
import org.springframework.web.util.pattern.PathPatternParser;

/**
 * Which endpoints take effect once for each {@code Idempotency-Key}. Declare one as a bean. Immutable and thread-safe.
 *
 * <pre>{@code
 * @Bean
 * IdempotentEndpoints endpoints() {
 *     return IdempotentEndpoints.none()
 *             .and(HttpMethod.POST, "/holds")
 *             .andFenced(HttpMethod.POST, "/accounts/{account}/closings", "account:{account}");
 * }
 * }</pre>
 */
public final class IdempotentEndpoints {
    private static final PathPatternParser PARSER = PathPatternParser.defaultInstance;

    private final List<Endpoint> endpoints;

    private IdempotentEndpoints(List<Endpoint> endpoints) {
        this.endpoints = List.copyOf(endpoints);
    }

    /** None yet. */
    public static IdempotentEndpoints none() {
        return new IdempotentEndpoints(List.of());
    }

    /**
     * These and one more.
     *
     * @param pattern of Spring's path patterns, within the application's context path
     */
    public IdempotentEndpoints and(HttpMethod method, String pattern) {
        return with(new Endpoint(method, PARSER.parse(pattern), null));
    }

    /**
     * These and one more, whose requests carry a {@code Fencing-Token}: who comes with a smaller one than its resource has seen is refused.
     *
     * @param resource its name, with variables of the pattern in braces
     */
    public IdempotentEndpoints andFenced(HttpMethod method, String pattern, String resource) {
        return with(new Endpoint(method, PARSER.parse(pattern), resource));
    }

    Optional<Matched> match(HttpServletRequest request) {
        String path = request.getRequestURI().substring(request.getContextPath().length());
        PathContainer parsed = PathContainer.parsePath(path);
        for (Endpoint endpoint : endpoints) {
            PathPattern.PathMatchInfo found =
                    endpoint.takes(request.getMethod()) ? endpoint.pattern().matchAndExtract(parsed) : null;
            if (found != null) {
                return Optional.of(new Matched(path, resource(endpoint, found)));
            }
        }
        return Optional.empty();
    }

    private IdempotentEndpoints with(Endpoint endpoint) {
        List<Endpoint> all = new ArrayList<>(endpoints);
        all.add(endpoint);
        return new IdempotentEndpoints(all);
    }

    private static @Nullable String resource(Endpoint endpoint, PathPattern.PathMatchInfo found) {
        String resource = endpoint.resource();
        if (resource == null) {
            return null;
        }
        for (var variable : found.getUriVariables().entrySet()) {
            resource = resource.replace("{" + variable.getKey() + "}", variable.getValue());
        }
        return Names.resource(resource);
    }

    private record Endpoint(
            HttpMethod method,
            PathPattern pattern,
            @Nullable String resource) {
        /** A HEAD runs the endpoint of GET. */
        boolean takes(String requested) {
            return method.matches(requested) || (method.equals(HttpMethod.GET) && requested.equals("HEAD"));
        }
    }

    /**
     * What a request is for.
     *
     * @param path as it was sent, within the context path
     * @param resource what its token is held against; null when nothing is
     */
    record Matched(String path, @Nullable String resource) {}
}

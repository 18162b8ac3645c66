package io.querent.receiver.web;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Optional;

/** Says who calls: keys of two callers are never the same operation. Declare a bean to say it in another way. */
@FunctionalInterface
public interface CallerResolver {
    /**
     * The caller as the application's authentication knows them, never as a header of their own says; empty when nobody is signed in, and
     * then the request is refused.
     */
    Optional<String> caller(HttpServletRequest request);

    /** The signed-in principal's name. */
    static CallerResolver principal() {
        return request -> Optional.ofNullable(request.getUserPrincipal()).map(principal -> principal.getName());
    }

    /** Everybody is one caller. For a service that only one system can reach. */
    static CallerResolver everybody() {
        return request -> Optional.of("everybody");
    }
}

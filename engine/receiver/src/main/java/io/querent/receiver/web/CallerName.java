package io.querent.receiver.web;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Optional;

/** The caller in the format of keys: as they are called where that fits, otherwise a digest of it, which no name can be. */
final class CallerName {
    private final CallerResolver resolver;

    CallerName(CallerResolver resolver) {
        this.resolver = resolver;
    }

    Optional<String> of(HttpServletRequest request) {
        return resolver.caller(request).filter(name -> !name.isEmpty()).map(Names::caller);
    }
}

package io.querent.receiver.web;

import io.querent.receiver.OperationRequest;
import jakarta.servlet.http.HttpServletRequest;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Pattern;

/** The caller in the format of keys: as they are called where that fits, otherwise a digest of it, which no name can be. */
final class CallerName {
    private static final Pattern FITS = Pattern.compile("[A-Za-z0-9._-]{1," + OperationRequest.LONGEST + "}");
    private static final String DIGEST = "sha256:";

    private final CallerResolver resolver;

    CallerName(CallerResolver resolver) {
        this.resolver = resolver;
    }

    Optional<String> of(HttpServletRequest request) {
        return resolver.caller(request)
                .filter(name -> !name.isEmpty())
                .map(name -> FITS.matcher(name).matches()
                        ? name
                        : DIGEST + RequestBody.digest(name.getBytes(StandardCharsets.UTF_8)));
    }
}

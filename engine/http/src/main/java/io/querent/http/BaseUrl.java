package io.querent.http;

import java.net.URI;
import org.jspecify.annotations.Nullable;

/** Checks where a provider's paths begin. */
final class BaseUrl {
    private BaseUrl() {}

    /** @throws HttpStepException QRT-7001 */
    static URI check(@Nullable String url) {
        if (url == null) {
            throw HttpStepException.baseUrl("", "is missing");
        }
        URI base;
        try {
            base = URI.create(url.endsWith("/") ? url.substring(0, url.length() - 1) : url);
        } catch (IllegalArgumentException unfit) {
            throw HttpStepException.baseUrl(url, "is no URL");
        }
        boolean http = "https".equalsIgnoreCase(base.getScheme()) || "http".equalsIgnoreCase(base.getScheme());
        boolean more = base.getRawQuery() != null || base.getRawFragment() != null || base.getRawUserInfo() != null;
        if (!http || base.getHost() == null || more) {
            throw HttpStepException.baseUrl(url, "cannot be used");
        }
        return base;
    }
}

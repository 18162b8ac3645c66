package io.querent.saga.canonical;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/** How the tests provoke a refusal. */
final class Refusals {
    private Refusals() {}

    static void assertRefused(String json, String message) {
        assertThat(refusal(json)).hasMessage(message);
    }

    static CanonicalJsonException refusal(String json) {
        return catchThrowableOfType(CanonicalJsonException.class, () -> CanonicalJson.canonicalise(json));
    }
}

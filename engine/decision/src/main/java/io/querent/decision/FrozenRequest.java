package io.querent.decision;

import java.nio.charset.StandardCharsets;

/**
 * A request as it was serialised once, before the first attempt. Every attempt sends these bytes.
 *
 * @param body JSON text
 * @param hash canonical hash with its version, {@code v1:…}
 */
public record FrozenRequest(String body, String hash) {
    /** The bytes to send. */
    public byte[] bytes() {
        return body.getBytes(StandardCharsets.UTF_8);
    }
}

package io.querent.runtime.codec;

/**
 * A protected text. It is stored as a JSON object, {@code {"querent.enc":1,"key":"k2","data":"…"}}.
 *
 * @param key id of the key that protects it; not the key
 * @param data what only the key makes readable, in base64
 */
public record ProtectedPayload(String key, String data) {}

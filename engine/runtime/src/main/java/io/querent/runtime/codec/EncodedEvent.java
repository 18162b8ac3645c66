package io.querent.runtime.codec;

/**
 * An event as it is stored.
 *
 * @param type stable name, such as {@code attempt-started}
 * @param revision revision of the payload's shape, from 1
 * @param json payload
 */
public record EncodedEvent(String type, int revision, String json) {
    EncodedEvent with(String otherJson) {
        return otherJson.equals(json) ? this : new EncodedEvent(type, revision, otherJson);
    }
}

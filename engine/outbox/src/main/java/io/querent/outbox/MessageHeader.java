package io.querent.outbox;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Something said about a message beside its payload. Immutable. A name may come more than once.
 *
 * @param name as the broker has it
 * @param value byte for byte
 */
public record MessageHeader(String name, byte[] value) {
    public MessageHeader {
        value = value.clone();
    }

    /** A header whose value is text. */
    public static MessageHeader of(String name, String value) {
        return new MessageHeader(name, value.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public byte[] value() {
        return value.clone();
    }

    /** As UTF-8. */
    public String text() {
        return new String(value, StandardCharsets.UTF_8);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof MessageHeader that && name.equals(that.name) && Arrays.equals(value, that.value);
    }

    @Override
    public int hashCode() {
        return 31 * name.hashCode() + Arrays.hashCode(value);
    }

    @Override
    public String toString() {
        return name + ", " + value.length + " bytes";
    }
}

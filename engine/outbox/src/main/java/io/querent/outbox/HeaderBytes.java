package io.querent.outbox;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Headers in one column: their number, then of each its name and its value, each behind its length. Their values may be any bytes. */
public final class HeaderBytes {
    private HeaderBytes() {}

    /** Null when there are none. */
    public static byte @Nullable [] encode(List<MessageHeader> headers) {
        if (headers.isEmpty()) {
            return null;
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeInt(headers.size());
            for (MessageHeader header : headers) {
                write(out, header.name().getBytes(StandardCharsets.UTF_8));
                write(out, header.value());
            }
        } catch (IOException cannotBeInMemory) {
            throw new UncheckedIOException(cannotBeInMemory);
        }
        return bytes.toByteArray();
    }

    /** What {@link #encode} was given. */
    public static List<MessageHeader> decode(byte @Nullable [] bytes) {
        if (bytes == null) {
            return List.of();
        }
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            int count = in.readInt();
            List<MessageHeader> headers = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                String name = new String(read(in), StandardCharsets.UTF_8);
                headers.add(new MessageHeader(name, read(in)));
            }
            return headers;
        } catch (IOException damaged) {
            throw new UncheckedIOException(damaged);
        }
    }

    private static void write(DataOutputStream out, byte[] bytes) throws IOException {
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    private static byte[] read(DataInputStream in) throws IOException {
        return in.readNBytes(in.readInt());
    }
}

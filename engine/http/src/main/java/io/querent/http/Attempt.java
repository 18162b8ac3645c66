package io.querent.http;

import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import java.util.stream.Stream;
import javax.net.ssl.SSLHandshakeException;
import org.jspecify.annotations.Nullable;

/** One send: what goes out, until when its answer is waited for, and what was seen of it. It rides on the request as an attribute. */
final class Attempt {
    static final String ATTRIBUTE = Attempt.class.getName();

    private final byte[] body;
    private final Map<String, String> headers;
    private final Map<String, String> headersIfAbsent;
    private final Supplier<Duration> timeLeft;
    private final SendPermit permit = new SendPermit();
    private final AtomicBoolean begun = new AtomicBoolean();
    private volatile boolean failedInHandshake;
    private volatile @Nullable Integer statusSeen;
    private volatile @Nullable ReceivedAnswer received;

    /**
     * @param body the frozen bytes; empty for a question
     * @param headers that carry the key and the token: no interceptor may change them
     * @param headersIfAbsent that carry the trace: whoever traces already knows better
     * @param timeLeft until the socket is closed; asked at the last moment, for interceptors take time
     */
    Attempt(
            byte[] body,
            Map<String, String> headers,
            Map<String, String> headersIfAbsent,
            Supplier<Duration> timeLeft) {
        this.body = body;
        this.headers = Map.copyOf(headers);
        this.headersIfAbsent = Map.copyOf(headersIfAbsent);
        this.timeLeft = timeLeft;
    }

    /** @throws HttpStepException QRT-7009 when this attempt was begun before */
    void begin() {
        if (!begun.compareAndSet(false, true)) {
            throw HttpStepException.secondSend();
        }
    }

    /** Shows the body to those in front, who may sign it. */
    void writeTo(OutputStream stream) throws IOException {
        stream.write(body);
    }

    PermittedBody body() {
        return new PermittedBody(permit, body);
    }

    Map<String, String> headers() {
        return headers;
    }

    Map<String, String> headersIfAbsent() {
        return headersIfAbsent;
    }

    Duration timeLeft() {
        return timeLeft.get();
    }

    /**
     * Whether it is certain that nothing was sent, or that nothing of it passed the other side's TLS; nothing will be sent after this says
     * so.
     */
    boolean withdraw() {
        return permit.withdraw() || failedInHandshake;
    }

    /** A handshake that the other side left in silence lets the client build the head of the request before it fails. */
    void failedWith(Throwable cause) {
        failedInHandshake = statusSeen == null
                && Stream.iterate(cause, Objects::nonNull, Throwable::getCause)
                        .limit(16)
                        .anyMatch(SSLHandshakeException.class::isInstance);
    }

    void statusSeen(int status) {
        statusSeen = status;
    }

    void received(ReceivedAnswer answer) {
        received = answer;
    }

    Optional<ReceivedAnswer> received() {
        return Optional.ofNullable(received);
    }

    /** How far the answer came, for the evidence. */
    String progress() {
        return statusSeen == null ? "no answer" : "HTTP " + statusSeen + ", but no whole answer";
    }
}

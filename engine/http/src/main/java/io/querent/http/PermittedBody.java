package io.querent.http;

import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.ByteBuffer;
import java.util.concurrent.Flow;

/**
 * A request body that can be written once. The JDK's client asks for the length while it builds the head of a request, after the
 * connection is up and before the first byte; that is where the permit is used. It asks again for each resend of its own making (a
 * connection that died while idle, with GET always and with any method under {@code jdk.httpclient.enableAllMethodRetry}),
 * and that one fails here before anything is written.
 */
final class PermittedBody implements BodyPublisher {
    private final SendPermit permit;
    private final BodyPublisher bytes;

    PermittedBody(SendPermit permit, byte[] body) {
        this.permit = permit;
        this.bytes = BodyPublishers.ofByteArray(body);
    }

    @Override
    public long contentLength() {
        permit.use();
        return bytes.contentLength();
    }

    @Override
    public void subscribe(Flow.Subscriber<? super ByteBuffer> subscriber) {
        bytes.subscribe(subscriber);
    }
}

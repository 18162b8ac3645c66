package io.querent.http;

import java.io.ByteArrayOutputStream;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/** Collects an answer's body up to a limit. What is longer is cut, marked as cut, and its connection closed. */
final class BoundedBody implements BodySubscriber<BoundedBody.Bytes> {
    private final int longest;
    private final ByteArrayOutputStream collected = new ByteArrayOutputStream();
    private final CompletableFuture<Bytes> result = new CompletableFuture<>();
    private Flow.@Nullable Subscription subscription;

    BoundedBody(int longest) {
        this.longest = longest;
    }

    /** What was read. */
    static final class Bytes {
        private final byte[] content;
        private final boolean whole;

        private Bytes(byte[] content, boolean whole) {
            this.content = content;
            this.whole = whole;
        }

        byte[] content() {
            return content;
        }

        /** False when the body was longer than the limit. */
        boolean whole() {
            return whole;
        }
    }

    @Override
    public CompletionStage<Bytes> getBody() {
        return result;
    }

    @Override
    public void onSubscribe(Flow.Subscription given) {
        subscription = given;
        given.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(List<ByteBuffer> buffers) {
        for (ByteBuffer buffer : buffers) {
            byte[] part = new byte[Math.min(buffer.remaining(), longest - collected.size())];
            boolean cut = part.length < buffer.remaining();
            buffer.get(part);
            collected.writeBytes(part);
            if (cut) {
                stop();
                return;
            }
        }
    }

    @Override
    public void onError(Throwable failure) {
        result.completeExceptionally(failure);
    }

    @Override
    public void onComplete() {
        result.complete(new Bytes(collected.toByteArray(), true));
    }

    private void stop() {
        if (subscription != null) {
            subscription.cancel();
        }
        result.complete(new Bytes(collected.toByteArray(), false));
    }
}

package io.querent.receiver.web;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.InputStreamReader;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** A request whose body was read before, for one run of the endpoint. What it starts elsewhere would write outside the transaction. */
final class RereadableRequest extends HttpServletRequestWrapper {
    private final ServletInputStream stream;
    private @Nullable BufferedReader reader;

    RereadableRequest(HttpServletRequest request, byte[] body) {
        super(request);
        this.stream = new Body(new ByteArrayInputStream(body));
    }

    @Override
    public ServletInputStream getInputStream() {
        return stream;
    }

    @Override
    public BufferedReader getReader() {
        if (reader == null) {
            String named = getCharacterEncoding();
            Charset charset = named == null ? StandardCharsets.UTF_8 : Charset.forName(named);
            reader = new BufferedReader(new InputStreamReader(stream, charset));
        }
        return reader;
    }

    @Override
    public boolean isAsyncSupported() {
        return false;
    }

    @Override
    public AsyncContext startAsync() {
        throw refused();
    }

    @Override
    public AsyncContext startAsync(ServletRequest request, ServletResponse response) {
        throw refused();
    }

    private static IllegalStateException refused() {
        return new IllegalStateException(
                "an endpoint with an Idempotency-Key answers on its own thread: what another one writes is not in the transaction"
                        + " of its key");
    }

    private static final class Body extends ServletInputStream {
        private final ByteArrayInputStream content;

        Body(ByteArrayInputStream content) {
            this.content = content;
        }

        @Override
        public int read() {
            return content.read();
        }

        @Override
        public int read(byte[] target, int offset, int length) {
            return content.read(target, offset, length);
        }

        @Override
        public boolean isFinished() {
            return content.available() == 0;
        }

        @Override
        public boolean isReady() {
            return true;
        }

        @Override
        public void setReadListener(ReadListener listener) {
            throw refused();
        }
    }
}

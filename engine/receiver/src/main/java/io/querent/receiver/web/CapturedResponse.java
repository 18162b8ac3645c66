package io.querent.receiver.web;

import io.querent.receiver.Body;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Keeps an answer back until what it says is committed. Headers go through: nothing is sent before the body is. */
final class CapturedResponse extends HttpServletResponseWrapper {
    private final ByteArrayOutputStream content = new ByteArrayOutputStream();
    private final ServletOutputStream stream = new Capture();
    private @Nullable PrintWriter writer;
    private @Nullable String encoding;
    private @Nullable String errorMessage;
    private boolean error;

    CapturedResponse(HttpServletResponse response) {
        super(response);
    }

    byte[] content() {
        if (writer != null) {
            writer.flush();
        }
        return content.toByteArray();
    }

    boolean isTooLarge() {
        return content.size() > Body.MOST_BYTES;
    }

    /** Sends what was kept back. */
    void release() throws IOException {
        HttpServletResponse behind = (HttpServletResponse) getResponse();
        if (error) {
            behind.sendError(getStatus(), errorMessage);
        } else {
            byte[] body = content();
            behind.setContentLength(body.length);
            behind.getOutputStream().write(body);
        }
    }

    @Override
    public ServletOutputStream getOutputStream() {
        return stream;
    }

    @Override
    public PrintWriter getWriter() {
        if (writer == null) {
            String named = getCharacterEncoding();
            encoding = named == null ? StandardCharsets.UTF_8.name() : named;
            // Said aloud, as every container does: who reads it has to know.
            super.setCharacterEncoding(encoding);
            writer = new PrintWriter(new OutputStreamWriter(stream, Charset.forName(encoding)));
        }
        return writer;
    }

    @Override
    public void setCharacterEncoding(@Nullable String name) {
        // What is written in one encoding cannot be called another afterwards.
        if (encoding == null) {
            super.setCharacterEncoding(name);
        }
    }

    @Override
    public void setContentType(@Nullable String type) {
        super.setContentType(type);
        if (encoding != null) {
            super.setCharacterEncoding(encoding);
        }
    }

    /** Whether the container makes the body, of status and message. */
    boolean isError() {
        return error;
    }

    /** What was said of the error; empty when nothing was. */
    String errorMessage() {
        return errorMessage == null ? "" : errorMessage;
    }

    @Override
    public void sendError(int status) {
        sendError(status, null);
    }

    @Override
    public void sendError(int status, @Nullable String message) {
        setStatus(status);
        error = true;
        errorMessage = message;
    }

    @Override
    public void sendRedirect(String location) {
        setStatus(SC_FOUND);
        setHeader("Location", location);
    }

    @Override
    public void flushBuffer() {
        // Nothing leaves before the commit.
    }

    @Override
    public boolean isCommitted() {
        return false;
    }

    @Override
    public void resetBuffer() {
        if (writer != null) {
            writer.flush();
        }
        content.reset();
    }

    @Override
    public void reset() {
        super.reset();
        resetBuffer();
    }

    @Override
    public void setContentLength(int length) {
        // Known when the answer is whole.
    }

    @Override
    public void setContentLengthLong(long length) {
        // Known when the answer is whole.
    }

    private final class Capture extends ServletOutputStream {
        @Override
        public void write(int value) {
            if (!isTooLarge()) {
                content.write(value);
            }
        }

        @Override
        public void write(byte[] source, int offset, int length) {
            // One byte more than may be kept says that it is too large, without keeping the rest.
            content.write(
                    source,
                    offset,
                    Math.min(length, Body.MOST_BYTES + 1 - Math.min(content.size(), Body.MOST_BYTES + 1)));
        }

        @Override
        public boolean isReady() {
            return true;
        }

        @Override
        public void setWriteListener(WriteListener listener) {
            throw new IllegalStateException("an endpoint with an Idempotency-Key answers on its own thread");
        }
    }
}

package io.querent.http;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.net.http.HttpResponse;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.client.ClientHttpResponse;

/** An answer that has been read to its end, or to the limit. Its body can be read any number of times. */
final class ReceivedAnswer implements ClientHttpResponse {
    private final int status;
    private final HttpHeaders headers = new HttpHeaders();
    private final BoundedBody.Bytes body;

    ReceivedAnswer(HttpResponse<BoundedBody.Bytes> response) {
        status = response.statusCode();
        response.headers().map().forEach(headers::put);
        body = response.body();
    }

    int status() {
        return status;
    }

    byte[] content() {
        return body.content();
    }

    /** Whether the body was within the limit. */
    boolean isWhole() {
        return body.whole();
    }

    @Override
    public HttpStatusCode getStatusCode() {
        return HttpStatusCode.valueOf(status);
    }

    @Override
    public String getStatusText() {
        return "";
    }

    @Override
    public HttpHeaders getHeaders() {
        return headers;
    }

    @Override
    public InputStream getBody() {
        return new ByteArrayInputStream(body.content());
    }

    @Override
    public void close() {
        // read to its end already; the connection is back in the pool or closed
    }
}

package io.querent.http;

import io.querent.saga.Downstream;
import java.net.ProxySelector;
import java.net.http.HttpClient;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.function.UnaryOperator;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.web.client.RestClient;

/** Collects how a downstream is reached. Not thread-safe. */
public final class HttpDownstreamBuilder {
    static final List<MediaType> JSON =
            List.of(MediaType.APPLICATION_JSON, MediaType.parseMediaType("application/*+json"));

    private static final int LONGEST_ANSWER_BYTES = 64 << 20;

    private final Downstream downstream;
    private @Nullable String base;
    private RestClient.Builder client = RestClient.builder();
    private KeyForm keyForm = KeyForm.PLAIN;
    private RequestHeaders headers = RequestHeaders.USUAL;
    private AnswerRules rules = AnswerRules.PESSIMISTIC;
    private MediaType contentType = MediaType.APPLICATION_JSON;
    private List<MediaType> accepted = JSON;
    private int longestAnswerBytes = 1 << 20;
    private Duration connectTimeout;
    private @Nullable SSLContext sslContext;
    private @Nullable ProxySelector proxy;

    HttpDownstreamBuilder(Downstream downstream) {
        this.downstream = downstream;
        Duration third = downstream.timeLimit().dividedBy(3);
        this.connectTimeout = third.compareTo(Duration.ofSeconds(10)) > 0 ? Duration.ofSeconds(10) : third;
    }

    /** Where the provider's paths begin, {@code https://api.bank.example/v1}. */
    public HttpDownstreamBuilder baseUrl(String url) {
        this.base = url;
        return this;
    }

    /**
     * A client whose interceptors, initialisers, default headers, observations and converters are to be used. It is copied. Its request
     * factory is not used: how a request is sent, and that it is sent once, is this module's business. An interceptor that sends
     * again is refused; a {@code traceparent} that an interceptor or an observation has set is kept.
     */
    public HttpDownstreamBuilder restClient(RestClient.Builder builder) {
        this.client = builder;
        return this;
    }

    /** The header that carries the operation key; {@code Idempotency-Key} at first. */
    public HttpDownstreamBuilder keyHeader(String name) {
        this.headers = new RequestHeaders(name, headers.fencingToken(), headers.traceParent());
        return this;
    }

    /** The provider takes the key as a JSON string in the body, where the step's request has to have it: a body without it is not sent. */
    public HttpDownstreamBuilder keyInBody() {
        this.headers = new RequestHeaders(null, headers.fencingToken(), headers.traceParent());
        return this;
    }

    /** The form in which the key is sent; {@link KeyForm#PLAIN} at first. Never change it while operations are under way. */
    public HttpDownstreamBuilder keyForm(KeyForm form) {
        this.keyForm = form;
        return this;
    }

    /** The header that carries the fencing token; {@code Fencing-Token} at first. */
    public HttpDownstreamBuilder fencingHeader(String name) {
        this.headers = new RequestHeaders(headers.key(), name, headers.traceParent());
        return this;
    }

    /** The provider has no use for the fencing token. */
    public HttpDownstreamBuilder withoutFencingHeader() {
        this.headers = new RequestHeaders(headers.key(), null, headers.traceParent());
        return this;
    }

    /** The header that carries the trace in W3C's form; {@code traceparent} at first. */
    public HttpDownstreamBuilder traceHeader(String name) {
        this.headers = new RequestHeaders(headers.key(), headers.fencingToken(), name);
        return this;
    }

    /** No trace is sent, unless somebody in front sets one. */
    public HttpDownstreamBuilder withoutTraceHeader() {
        this.headers = new RequestHeaders(headers.key(), headers.fencingToken(), null);
        return this;
    }

    /** What the provider's statuses and codes mean; {@link AnswerRules#PESSIMISTIC} at first. */
    public HttpDownstreamBuilder answers(UnaryOperator<AnswerRules> change) {
        this.rules = change.apply(rules);
        return this;
    }

    /** What the frozen request is; JSON at first. For a form or XML the step's request is a {@code String}, which is sent as it is. */
    public HttpDownstreamBuilder contentType(MediaType type) {
        this.contentType = type;
        return this;
    }

    /** What an answer of the provider may be; JSON at first. A success of any other type is an unknown outcome. */
    public HttpDownstreamBuilder accept(MediaType... types) {
        this.accepted = List.of(types);
        return this;
    }

    /** The longest answer that is read, 1 byte to 64 MiB; 1 MiB at first. A success with a longer one is an unknown outcome. */
    public HttpDownstreamBuilder longestAnswer(int bytes) {
        this.longestAnswerBytes = bytes;
        return this;
    }

    /** How long a connection may take to come up, TLS included; a third of the profile's time limit, 10 s at most. */
    public HttpDownstreamBuilder connectTimeout(Duration timeout) {
        this.connectTimeout = timeout;
        return this;
    }

    /** Keys and trust for TLS; the platform's at first. */
    public HttpDownstreamBuilder sslContext(SSLContext context) {
        this.sslContext = context;
        return this;
    }

    /** Which proxy is used; the platform's choice at first. */
    public HttpDownstreamBuilder proxy(ProxySelector selector) {
        this.proxy = selector;
        return this;
    }

    /**
     * Makes the downstream, with connections of its own.
     *
     * @throws HttpStepException QRT-7001, QRT-7005
     */
    public HttpDownstream build() {
        if (longestAnswerBytes < 1 || longestAnswerBytes > LONGEST_ANSWER_BYTES) {
            throw HttpStepException.limit(
                    "the longest answer in bytes", longestAnswerBytes, "1 to " + LONGEST_ANSWER_BYTES);
        }
        if (connectTimeout.compareTo(Duration.ofMillis(1)) < 0
                || connectTimeout.compareTo(downstream.timeLimit()) > 0) {
            throw HttpStepException.limit(
                    "the connect timeout", connectTimeout, "PT0.001S to the time limit " + downstream.timeLimit());
        }
        RestClient sending = client.clone()
                .requestInterceptor(new OneSend(transport(), longestAnswerBytes))
                .requestFactory((uri, method) -> {
                    throw new IllegalStateException("the innermost interceptor sends by itself");
                })
                .build();
        return new HttpDownstream(new Settings(
                downstream,
                BaseUrl.check(base),
                sending,
                keyForm,
                headers,
                rules,
                contentType,
                accepted,
                InstantSource.system()));
    }

    /** HTTP/1.1 alone: a client of HTTP/2 may send again what the other side says it did not process. */
    private HttpClient transport() {
        HttpClient.Builder transport = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(connectTimeout);
        if (sslContext != null) {
            transport.sslContext(sslContext);
        }
        if (proxy != null) {
            transport.proxy(proxy);
        }
        return transport.build();
    }
}

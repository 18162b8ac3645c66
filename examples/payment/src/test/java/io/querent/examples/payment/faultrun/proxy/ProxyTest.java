package io.querent.examples.payment.faultrun.proxy;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A harness that believes to cut and does not proves nothing, so the proxy is tested itself. */
class ProxyTest {
    private final AtomicInteger served = new AtomicInteger();
    private final Proxy proxy = Proxy.ofHttp();
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private HttpServer server;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            exchange.getRequestBody().readAllBytes();
            served.incrementAndGet();
            exchange.sendResponseHeaders(200, 2);
            exchange.getResponseBody().write("ok".getBytes(UTF_8));
            exchange.close();
        });
        server.start();
        proxy.forwardTo(server.getAddress().getPort());
    }

    @AfterEach
    void stop() {
        proxy.close();
        server.stop(0);
    }

    @Test
    void whatIsNotCutPasses() throws Exception {
        assertThat(post()).isEqualTo("ok");
        assertThat(post()).isEqualTo("ok");
        assertThat(served).hasValue(2);
    }

    @Test
    void aRequestCutBeforeIsNeverServed() throws Exception {
        assertThat(post()).isEqualTo("ok");
        proxy.cut(Side.BEFORE);

        assertThatThrownBy(this::post).isInstanceOf(IOException.class);
        assertThat(served).hasValue(1);
        assertThat(proxy.count(Side.BEFORE)).isEqualTo(1);
        assertThat(post()).isEqualTo("ok");
    }

    @Test
    void aRequestCutAfterIsServedAndNotAnswered() throws Exception {
        proxy.cut(Side.AFTER);

        assertThatThrownBy(this::post).isInstanceOf(IOException.class);
        assertThat(served).hasValue(1);
        assertThat(proxy.count(Side.AFTER)).isEqualTo(1);
    }

    @Test
    void aRequestThatIsHeldIsServedWhenItIsLetGo() throws Exception {
        var held = proxy.cut(Side.HELD);
        CompletableFuture<String> answer = CompletableFuture.supplyAsync(() -> {
            try {
                return post();
            } catch (IOException | InterruptedException failure) {
                throw new IllegalStateException(failure);
            }
        });
        assertThat(held.await(10, TimeUnit.SECONDS)).isTrue();
        assertThat(served).hasValue(0);

        proxy.release();
        assertThat(answer.get(10, TimeUnit.SECONDS)).isEqualTo("ok");
    }

    @Test
    void withoutAServerConnectionsAreRefusedAtTheSamePort() throws Exception {
        proxy.refuse();
        assertThatThrownBy(this::post).isInstanceOf(ConnectException.class);

        proxy.forwardTo(server.getAddress().getPort());
        assertThat(post()).isEqualTo("ok");
    }

    /** Often, because it is a matter of microseconds whether a thread has taken a last connection. */
    @Test
    void aConnectionIsNeverTakenOnceTheServerIsGone() {
        for (int i = 0; i < 500; i++) {
            proxy.refuse();
            assertThatThrownBy(() -> new Socket(InetAddress.getLoopbackAddress(), proxy.port()).close())
                    .isInstanceOf(ConnectException.class);
            proxy.forwardTo(server.getAddress().getPort());
        }
    }

    private String post() throws IOException, InterruptedException {
        URI address = URI.create("http://127.0.0.1:" + proxy.port() + "/transfers");
        return client.send(
                        HttpRequest.newBuilder(address)
                                .POST(HttpRequest.BodyPublishers.ofString("{}"))
                                .build(),
                        BodyHandlers.ofString())
                .body();
    }
}

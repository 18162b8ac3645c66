package io.querent.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.querent.http.Bank.Transfer;
import io.querent.saga.Outcome;
import io.querent.saga.QueryResult;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ProxySelector;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What proves that nothing was sent. It runs without {@code jdk.httpclient.enableAllMethodRetry}, as users do. */
@Tag("as-shipped")
class NothingSentTest {
    @Test
    void aRefusedConnection() throws Exception {
        String url;
        try (RawServer gone = RawServer.answering("")) {
            url = gone.url();
        }
        assertNotSent("connect-refused", Bank.transfer(Bank.at(url).build()));
        assertThat(Bank.find(Bank.at(url).build()))
                .isInstanceOfSatisfying(
                        QueryResult.NotAsked.class,
                        question -> assertThat(question.cause()).startsWith("connect-refused: "));
    }

    @Test
    void aNameThatIsNotFound() throws Exception {
        assertNotSent(
                "name-not-found", Bank.transfer(Bank.at("http://bank.invalid").build()));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aTlsServerThatLeavesInTheHandshake(boolean reset) throws Exception {
        try (RawServer server = new RawServer(each -> {
            if (reset) {
                each.reset();
            } else {
                each.end();
            }
        })) {
            Outcome<Transfer> outcome = Bank.transfer(
                    Bank.at(server.url().replace("http:", "https:")).build(), Bank.attempt(Duration.ofSeconds(2)));
            assertThat(outcome).isInstanceOf(Outcome.NotExecuted.class);
        }
    }

    @Test
    void aTlsServerThatNobodyVouchesFor(@TempDir Path keys) throws Exception {
        SSLContext theirs = SelfSigned.in(keys);
        ServerSocket tls = theirs.getServerSocketFactory().createServerSocket(0, 5, InetAddress.getLoopbackAddress());
        try (RawServer server =
                new RawServer(tls, each -> each.write(Http.json("200 OK", "{\"id\":\"t1\",\"status\":\"done\"}")))) {
            String url = server.url().replace("http:", "https:");
            assertNotSent("tls-handshake", Bank.transfer(Bank.at(url).build()));
            assertThat(server.arrived()).isEmpty();

            assertThat(Bank.transfer(Bank.at(url).sslContext(theirs).build()))
                    .isEqualTo(Outcome.succeeded(new Transfer("t1", "done")));
        }
    }

    @Test
    void aTlsServerThatSpeaksSomethingElse() throws Exception {
        try (ServerSocket plain = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            Thread server = new Thread(() -> {
                try (Socket socket = plain.accept()) {
                    assertThat(socket.getInputStream().read()).isNotNegative();
                    socket.getOutputStream()
                            .write("HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
                    socket.getOutputStream().flush();
                    socket.getInputStream().readAllBytes();
                } catch (IOException ended) {
                    // the client left
                }
            });
            server.start();
            assertNotSent(
                    "tls-handshake",
                    Bank.transfer(
                            Bank.at("https://127.0.0.1:" + plain.getLocalPort()).build()));
            server.join(10_000);
        }
    }

    /** A full accept queue: the system answers no more connection attempts. */
    @Test
    void aConnectionThatDoesNotComeUpInTime() throws Exception {
        try (ServerSocket full = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Socket first = new Socket(full.getInetAddress(), full.getLocalPort());
                Socket second = new Socket(full.getInetAddress(), full.getLocalPort())) {
            assertThat(first.isConnected() && second.isConnected()).isTrue();
            HttpDownstream hurried = Bank.at("http://127.0.0.1:" + full.getLocalPort())
                    .connectTimeout(Duration.ofMillis(200))
                    .build();
            assertNotSent("connect-timeout", Bank.transfer(hurried));

            HttpDownstream patient =
                    Bank.at("http://127.0.0.1:" + full.getLocalPort()).build();
            assertNotSent("not-sent", Bank.transfer(patient, Bank.attempt(Duration.ofMillis(200))));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"407 Proxy Authentication Required", "503 Service Unavailable"})
    void aProxyThatOpensNoTunnel(String status) throws Exception {
        try (RawServer proxy = new RawServer(each -> {
            each.write(Http.html(status));
            each.end();
        })) {
            URI address = URI.create(proxy.url());
            HttpDownstream bank = Bank.at("https://bank.example")
                    .proxy(ProxySelector.of(new InetSocketAddress(address.getHost(), address.getPort())))
                    .build();
            assertThat(Bank.transfer(bank)).isInstanceOf(Outcome.NotExecuted.class);
            assertThat(proxy.arrived()).allMatch(arrived -> arrived.line().startsWith("CONNECT bank.example:443"));
        }
    }

    /** Behind a tunnel the client builds the request before TLS is up; the permit is then used, and nobody can say. */
    @Test
    void aTunnelThatLeadsNowhereIsNeverTakenForAnAnswer() throws Exception {
        try (RawServer proxy = new RawServer(each -> {
            each.write(Http.json("200 OK", "{\"id\":\"t1\",\"status\":\"done\"}"));
            each.end();
        })) {
            URI address = URI.create(proxy.url());
            HttpDownstream bank = Bank.at("https://bank.example")
                    .proxy(ProxySelector.of(new InetSocketAddress(address.getHost(), address.getPort())))
                    .build();
            assertThat(Bank.transfer(bank)).isInstanceOfAny(Outcome.NotExecuted.class, Outcome.Unknown.class);
        }
    }

    @Test
    void aDeadlineThatHasPassed() throws Exception {
        try (RawServer server = RawServer.answering("")) {
            HttpDownstream bank = Bank.at(server.url()).build();

            assertNotSent("not-sent", Bank.transfer(bank, Bank.attempt(Duration.ZERO)));
            assertThat(server.arrived()).isEmpty();
        }
    }

    static void assertNotSent(String code, Outcome<?> outcome) {
        assertThat(outcome)
                .isInstanceOfSatisfying(
                        Outcome.NotExecuted.class,
                        known -> assertThat(known.code()).as(known.message()).isEqualTo(code));
    }
}

package io.querent.admin.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.querent.admin.testing.AdminNode;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the servlet container refuses before any code of ours is asked, byte for byte over a socket. */
class RefusedByTheServerTest {
    private static AdminNode node;

    @BeforeAll
    static void start() throws IOException {
        node = AdminNode.start(List.of());
    }

    @AfterAll
    static void stop() {
        node.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/api/v1/sagas/%00",
                "/api/v1/sagas/%zz",
                "/api/v1/sagas/%C3%28",
                "/api/v1/sagas/a%2Fb",
                "/api/v1/sagas/a%5Cb",
                "/api/v1/%2e%2e/%00",
                "/api/v1/sagas;a=b/x",
                "/api/v1/sagas?x=%"
            })
    void pathsThatCannotBeReadAreAProblem(String path) throws IOException {
        String answer = send("GET " + path + " HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n");
        assertThat(answer).containsPattern("^HTTP/1.1 4\\d\\d").contains("application/problem+json", "QRT-60");
        assertSaysNothingOfTheServer(answer);
    }

    @Test
    void headersThatAreTooLargeAreAProblem() throws IOException {
        String answer = send("GET /api/v1/sagas HTTP/1.1\r\nHost: here\r\nConnection: close\r\nX: " + "x".repeat(20_000)
                + "\r\n\r\n");
        assertThat(answer).startsWith("HTTP/1.1 4").contains("application/problem+json", "QRT-60");
        assertSaysNothingOfTheServer(answer);
    }

    @Test
    void elsewhereALineOfTextIsEnough() throws IOException {
        String answer = send("GET /console/%00 HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n");
        assertThat(answer).startsWith("HTTP/1.1 400").contains("text/plain").endsWith("400 Bad Request\n");
        assertSaysNothingOfTheServer(answer);
    }

    @Test
    void whatIsNoHttpGetsNoMoreThanAStatus() throws IOException {
        assertSaysNothingOfTheServer(send("GET /api/v1/<script> HTTP/1.1\r\nHost: here\r\n\r\n"));
        assertSaysNothingOfTheServer(send("nonsense\r\n\r\n"));
    }

    private static void assertSaysNothingOfTheServer(String answer) {
        assertThat(answer).doesNotContainIgnoringCase("tomcat").doesNotContain("<", "Exception", "\tat ");
    }

    private static String send(String request) throws IOException {
        try (Socket socket = new Socket("127.0.0.1", node.port())) {
            socket.setSoTimeout(30_000);
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}

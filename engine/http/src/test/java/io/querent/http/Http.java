package io.querent.http;

import java.nio.charset.StandardCharsets;

/** Writes answers as they stand on the wire. */
final class Http {
    private Http() {}

    static String json(String status, String body) {
        return answer(status, "Content-Type: application/json\r\n", body);
    }

    static String html(String status) {
        return answer(status, "Content-Type: text/html\r\n", "<html><body>" + status + "</body></html>");
    }

    static String empty(String status, String... headers) {
        return answer(status, headers.length == 0 ? "" : String.join("\r\n", headers) + "\r\n", "");
    }

    static String answer(String status, String headers, String body) {
        return "HTTP/1.1 " + status + "\r\n" + headers + "Content-Length: "
                + body.getBytes(StandardCharsets.UTF_8).length + "\r\n\r\n" + body;
    }
}

package io.querent.admin.testing;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.CookieManager;
import java.net.CookiePolicy;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Somebody at a browser: keeps cookies, follows redirections, and fills in forms. Runs no scripts. */
public final class Browser {
    private static final Pattern TOKEN = Pattern.compile("name=\"_csrf\" value=\"([^\"]+)\"");
    private static final Pattern HIDDEN =
            Pattern.compile("<input type=\"hidden\" name=\"([^\"]+)\" value=\"([^\"]*)\"");

    private final CookieManager cookies = new CookieManager(null, CookiePolicy.ACCEPT_ALL);
    private final HttpClient client = HttpClient.newBuilder()
            .cookieHandler(cookies)
            .followRedirects(HttpClient.Redirect.NORMAL)
            .connectTimeout(Duration.ofSeconds(10))
            .build();
    private final int port;

    public Browser(int port) {
        this.port = port;
    }

    /** A page. */
    public record Page(int status, String path, String html, HttpResponse<byte[]> response) {
        public String header(String name) {
            return response.headers().firstValue(name).orElse("");
        }

        /** The fields that a form of that id sends by itself. */
        public Map<String, String> form(String id) {
            int from = html.indexOf("id=\"" + id + "\"");
            if (from < 0) {
                throw new IllegalStateException("no form " + id + " in " + html);
            }
            Map<String, String> fields = new LinkedHashMap<>();
            Matcher hidden = HIDDEN.matcher(html.substring(from, html.indexOf("</form>", from)));
            while (hidden.find()) {
                fields.put(
                        hidden.group(1), hidden.group(2).replace("&#34;", "\"").replace("&amp;", "&"));
            }
            return fields;
        }

        String token() {
            Matcher token = TOKEN.matcher(html);
            return token.find() ? token.group(1) : "";
        }
    }

    /** Signs in. */
    public Page signIn(String name, String password) {
        String token = get("/console/sign-in").token();
        return post("/console/sign-in", Map.of("_csrf", token, "name", name, "password", password));
    }

    public Page get(String path) {
        return send(HttpRequest.newBuilder(uri(path)).GET());
    }

    public Page post(String path, Map<String, String> fields) {
        String body = fields.entrySet().stream()
                .map(each -> encoded(each.getKey()) + "=" + encoded(each.getValue()))
                .collect(Collectors.joining("&"));
        return send(HttpRequest.newBuilder(uri(path))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(body)));
    }

    /** A stream that stays open. */
    public InputStream stream(String path) {
        try {
            return client.send(
                            HttpRequest.newBuilder(uri(path)).GET().build(), HttpResponse.BodyHandlers.ofInputStream())
                    .body();
        } catch (IOException gone) {
            throw new UncheckedIOException(gone);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupted);
        }
    }

    private Page send(HttpRequest.Builder request) {
        try {
            HttpResponse<byte[]> response = client.send(
                    request.timeout(Duration.ofSeconds(60)).build(), HttpResponse.BodyHandlers.ofByteArray());
            return new Page(
                    response.statusCode(),
                    response.uri().getPath(),
                    new String(response.body(), StandardCharsets.UTF_8),
                    response);
        } catch (IOException gone) {
            throw new UncheckedIOException(gone);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupted);
        }
    }

    private URI uri(String path) {
        return URI.create("http://127.0.0.1:" + port + path);
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}

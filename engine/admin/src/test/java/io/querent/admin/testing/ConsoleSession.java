package io.querent.admin.testing;

import io.querent.admin.testing.Caller.Answer;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Keeps a session's cookie and the token of its forms, as a browser does. */
public final class ConsoleSession {
    private static final Pattern TOKEN =
            Pattern.compile("name=\"_csrf\"[^>]*value=\"([^\"]+)\"|value=\"([^\"]+)\"[^>]*name=\"_csrf\"");
    private static final String FORM = "application/x-www-form-urlencoded";

    private final Caller caller;
    private String cookie = "";
    private String token = "";

    /** A browser without a session. */
    public ConsoleSession(AdminNode node) {
        this.caller = node.asNobody();
    }

    /** The session's cookie, as it is sent. */
    public String cookie() {
        return cookie;
    }

    public Answer get(String path) {
        return kept(cookie.isEmpty() ? caller.get(path) : caller.get(path, "Cookie", cookie));
    }

    /** Begins to read what has no end, and goes away. */
    public Answer open(String path) {
        return cookie.isEmpty() ? caller.open(path) : caller.open(path, "Cookie", cookie);
    }

    /** Sends a form with the token of the last page. */
    public Answer post(String path, String form) {
        return postWithoutToken(path, form + (form.isEmpty() ? "" : "&") + "_csrf=" + encoded(token));
    }

    /** Sends a form as another site would. */
    public Answer postWithoutToken(String path, String form) {
        byte[] body = form.getBytes(StandardCharsets.UTF_8);
        return kept(
                cookie.isEmpty()
                        ? caller.send("POST", path, body, "Content-Type", FORM)
                        : caller.send("POST", path, body, "Content-Type", FORM, "Cookie", cookie));
    }

    /** Fills in the sign-in page. */
    public Answer signIn(String name, String password) {
        get("/console/sign-in");
        return post("/console/sign-in", "name=" + encoded(name) + "&password=" + encoded(password));
    }

    private Answer kept(Answer answer) {
        answer.header("Set-Cookie").ifPresent(set -> cookie = set.substring(0, set.indexOf(';')));
        Matcher found = TOKEN.matcher(answer.body());
        if (found.find()) {
            token = found.group(1) == null ? found.group(2) : found.group(1);
        }
        return answer;
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}

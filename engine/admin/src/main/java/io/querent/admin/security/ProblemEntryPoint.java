package io.querent.admin.security;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.security.authentication.LockedException;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.web.AuthenticationEntryPoint;

/** Refuses in the form of RFC 9457 what comes to the API without credentials, or with wrong ones. */
final class ProblemEntryPoint implements AuthenticationEntryPoint {
    @Override
    public void commence(HttpServletRequest request, HttpServletResponse response, AuthenticationException refused)
            throws IOException {
        response.setHeader(HttpHeaders.WWW_AUTHENTICATE, "Basic realm=\"Querent\", charset=\"UTF-8\"");
        boolean barred = refused instanceof LockedException;
        refuse(
                response,
                barred ? HttpStatus.TOO_MANY_REQUESTS : HttpStatus.UNAUTHORIZED,
                "QRT-6064",
                barred
                        ? "too many wrong passwords; wait, then try again"
                        : "sign in: give a name and password, or a token of the identity provider");
    }

    /** @param message without quotes and backslashes */
    void refuse(HttpServletResponse response, HttpStatus status, String code, String message) throws IOException {
        response.setStatus(status.value());
        response.setContentType("application/problem+json");
        String body = "{\"type\":\"about:blank\",\"title\":\"" + status.getReasonPhrase() + "\",\"status\":"
                + status.value() + ",\"code\":\"" + code + "\",\"detail\":\"" + code + " " + message + "\"}";
        response.getOutputStream().write(body.getBytes(StandardCharsets.UTF_8));
    }
}

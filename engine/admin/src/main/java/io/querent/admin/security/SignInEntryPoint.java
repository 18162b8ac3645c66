package io.querent.admin.security;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.http.HttpStatus;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.web.AuthenticationEntryPoint;
import org.springframework.security.web.authentication.LoginUrlAuthenticationEntryPoint;

/**
 * Leads whoever has not signed in to where they can. A page that is open and fetches a part of itself is told to load itself anew: it would
 * put the sign-in page into its middle otherwise.
 */
final class SignInEntryPoint implements AuthenticationEntryPoint {
    private final AuthenticationEntryPoint signIn = new LoginUrlAuthenticationEntryPoint(ConsoleSecurity.SIGN_IN);

    @Override
    public void commence(HttpServletRequest request, HttpServletResponse response, AuthenticationException refused)
            throws IOException, ServletException {
        if (request.getHeader("HX-Request") == null) {
            signIn.commence(request, response, refused);
        } else {
            response.setHeader("HX-Refresh", "true");
            response.setStatus(HttpStatus.UNAUTHORIZED.value());
        }
    }
}

package io.querent.admin.console.door;

import io.querent.admin.security.People;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.security.core.Authentication;
import org.springframework.web.servlet.HandlerInterceptor;

/** Leads whoever has a password that was made for them to where they choose their own, before anything else. */
public final class FreshPassword implements HandlerInterceptor {
    private final People people;

    public FreshPassword(People people) {
        this.people = people;
    }

    @Override
    public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler)
            throws IOException {
        boolean must = !request.getRequestURI().equals(PasswordController.PATH)
                && request.getUserPrincipal() instanceof Authentication authentication
                && people.mustChangePassword(authentication);
        if (must) {
            response.sendRedirect(PasswordController.PATH);
        }
        return !must;
    }
}

package io.querent.admin.security;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.security.core.Authentication;
import org.springframework.security.web.authentication.SavedRequestAwareAuthenticationSuccessHandler;

/** Audits who has signed in at the console, then leads to where they wanted to go. */
final class SignedIn extends SavedRequestAwareAuthenticationSuccessHandler {
    private final People people;
    private final SignInLog log;

    SignedIn(People people, SignInLog log) {
        this.people = people;
        this.log = log;
        setDefaultTargetUrl("/console");
    }

    @Override
    public void onAuthenticationSuccess(
            HttpServletRequest request, HttpServletResponse response, Authentication authentication)
            throws ServletException, IOException {
        String name = people.of(authentication).map(person -> person.name()).orElseGet(authentication::getName);
        log.signedIn(name, request.getRemoteAddr());
        super.onAuthenticationSuccess(request, response, authentication);
    }
}

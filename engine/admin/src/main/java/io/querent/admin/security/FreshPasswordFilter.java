package io.querent.admin.security;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.http.HttpStatus;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.web.filter.OncePerRequestFilter;

/** Refuses calls with a password that somebody else has made and seen: it has to be changed first, at the console. */
final class FreshPasswordFilter extends OncePerRequestFilter {
    private final People people;
    private final ProblemEntryPoint refusals;

    FreshPasswordFilter(People people, ProblemEntryPoint refusals) {
        this.people = people;
        this.refusals = refusals;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        Authentication authentication = SecurityContextHolder.getContext().getAuthentication();
        if (authentication != null && people.mustChangePassword(authentication)) {
            refusals.refuse(
                    response,
                    HttpStatus.FORBIDDEN,
                    "QRT-6061",
                    "change the password at the console first, it was made by somebody else");
        } else {
            chain.doFilter(request, response);
        }
    }
}

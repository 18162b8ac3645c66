package io.querent.admin.security;

import io.querent.admin.access.Person;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import java.io.IOException;
import java.util.Optional;
import org.springframework.security.authentication.AnonymousAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.web.filter.OncePerRequestFilter;

/** Finds out with every request what who has signed in may do now; whose account is gone or changed is signed out. */
final class PersonFilter extends OncePerRequestFilter {
    private static final String ATTRIBUTE = PersonFilter.class.getName();

    private final People people;

    PersonFilter(People people) {
        this.people = people;
    }

    /** The person of this request. */
    static Optional<Person> personOf(HttpServletRequest request) {
        return Optional.ofNullable((Person) request.getAttribute(ATTRIBUTE));
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        Authentication authentication = SecurityContextHolder.getContext().getAuthentication();
        if (authentication != null
                && authentication.isAuthenticated()
                && !(authentication instanceof AnonymousAuthenticationToken)) {
            Optional<Person> person = people.of(authentication);
            if (person.isPresent()) {
                request.setAttribute(ATTRIBUTE, person.get());
            } else {
                signOut(request);
            }
        }
        chain.doFilter(request, response);
    }

    private static void signOut(HttpServletRequest request) {
        HttpSession session = request.getSession(false);
        if (session != null) {
            session.invalidate();
        }
        SecurityContextHolder.clearContext();
    }
}

package io.querent.admin.api.http;

import io.querent.runtime.journal.JournalUnavailableException;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.web.filter.OncePerRequestFilter;

/** Who calls is looked up in the database before any controller is asked: says so in the API's own form when it is away. */
public final class UnavailableFilter extends OncePerRequestFilter {
    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        try {
            chain.doFilter(request, response);
        } catch (JournalUnavailableException away) {
            if (response.isCommitted()) {
                throw away;
            }
            ProblemResolver.write(response, away);
        }
    }
}

package io.querent.admin.api.http;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.security.web.firewall.HttpStatusRequestRejectedHandler;
import org.springframework.security.web.firewall.RequestRejectedException;
import org.springframework.security.web.firewall.RequestRejectedHandler;

/** Says in the API's own form that the firewall lets a request to it pass no further: its path or its headers mean to be read in two ways. */
public final class ApiRejections implements RequestRejectedHandler {
    private final RequestRejectedHandler others = new HttpStatusRequestRejectedHandler();

    @Override
    public void handle(HttpServletRequest request, HttpServletResponse response, RequestRejectedException rejected)
            throws IOException, jakarta.servlet.ServletException {
        if (ProblemResolver.isOfApi(request)) {
            ProblemResolver.write(
                    response,
                    Refusal.malformed("the request", "a path and headers that mean one thing", "something else"));
        } else {
            others.handle(request, response, rejected);
        }
    }
}

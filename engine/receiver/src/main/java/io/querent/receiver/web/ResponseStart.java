package io.querent.receiver.web;

import jakarta.servlet.http.HttpServletResponse;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a response was before the endpoint ran: what filters further out have said stays, what an undone try has said goes. */
final class ResponseStart {
    private final HttpServletResponse response;
    private final Map<String, List<String>> headers = new LinkedHashMap<>();

    private ResponseStart(HttpServletResponse response) {
        this.response = response;
        for (String name : response.getHeaderNames()) {
            headers.put(name, new ArrayList<>(response.getHeaders(name)));
        }
    }

    static ResponseStart of(HttpServletResponse response) {
        return new ResponseStart(response);
    }

    /** The response, as it was. */
    HttpServletResponse again() {
        response.reset();
        headers.forEach((name, values) -> values.forEach(value -> response.addHeader(name, value)));
        return response;
    }
}

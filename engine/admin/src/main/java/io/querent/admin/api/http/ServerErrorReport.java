package io.querent.admin.api.http;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ErrorReportValve;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpStatus;

/**
 * What Tomcat says of requests that it refuses before any filter of ours sees them, such as a path with {@code %00}: a problem where they
 * are for the API, a line of text elsewhere. Neither names the server, nor gives back what was sent.
 */
public final class ServerErrorReport extends ErrorReportValve {
    private static final Logger LOG = LoggerFactory.getLogger(ServerErrorReport.class);

    /** Made by Tomcat, by name. */
    public ServerErrorReport() {
        setShowReport(false);
        setShowServerInfo(false);
    }

    @Override
    protected void report(Request request, Response response, @Nullable Throwable thrown) {
        HttpStatus status = HttpStatus.resolve(response.getStatus());
        if (response.getStatus() < HttpStatus.BAD_REQUEST.value()
                || response.getContentWritten() > 0
                || !response.setErrorReported()) {
            return;
        }
        try {
            if (isOfApi(request)) {
                write(response, "application/problem+json", ApiJson.bytes(problem(response.getStatus(), status)));
            } else {
                String said = status == null ? "refused" : status.getReasonPhrase();
                write(
                        response,
                        "text/plain;charset=UTF-8",
                        (response.getStatus() + " " + said + "\n").getBytes(StandardCharsets.UTF_8));
            }
        } catch (IOException | IllegalStateException gone) {
            LOG.debug("whoever asked has gone: {}", gone.getMessage());
        }
    }

    /** By the path as it was sent where Tomcat could not decode it. Where it read none, a program is told what a person can read too. */
    private static boolean isOfApi(Request request) {
        String decoded = request.getDecodedRequestURI();
        String sent = request.getRequestURI();
        return sent == null
                || sent.isEmpty()
                || ProblemResolver.isOfApi(sent)
                || (decoded != null && ProblemResolver.isOfApi(decoded));
    }

    /** Keeps the status that Tomcat has answered with. */
    private static Problem problem(int code, @Nullable HttpStatus status) {
        Problem known = code >= HttpStatus.INTERNAL_SERVER_ERROR.value()
                ? ProblemResolver.unforeseen()
                : ProblemResolver.ofFramework(status);
        return new Problem(
                known.type(),
                status == null ? known.title() : status.getReasonPhrase(),
                code,
                known.code(),
                known.detail(),
                null,
                null);
    }

    private static void write(Response response, String type, byte[] body) throws IOException {
        response.setContentType(type);
        response.setHeader("X-Content-Type-Options", "nosniff");
        response.setHeader("Cache-Control", "no-store");
        response.getOutputStream().write(body);
        response.finishResponse();
    }
}

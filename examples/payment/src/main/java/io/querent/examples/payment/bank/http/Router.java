package io.querent.examples.payment.bank.http;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import io.querent.examples.payment.bank.books.BooksUnavailableException;
import io.querent.examples.payment.bank.http.Reaction.HangUp;
import io.querent.examples.payment.bank.http.Reaction.Later;
import io.querent.examples.payment.bank.http.Reaction.Reply;
import io.querent.examples.payment.bank.instruction.InstructionKind;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.json.JsonMapper;

/** Leads a request to its endpoint and does to the connection what the endpoint decides. */
final class Router implements HttpHandler {
    private static final Logger LOG = LoggerFactory.getLogger(Router.class);
    private static final Duration BOOKS_RETRY = Duration.ofSeconds(1);

    private final SendEndpoint sends;
    private final LookupEndpoint lookups;
    private final PaymentFileEndpoint files;
    private final StatementEndpoint statements;
    private final BooksEndpoint books;
    private final HeldRequests held;
    private final JsonMapper json;

    /** Where requests lead. */
    record Endpoints(
            SendEndpoint sends,
            LookupEndpoint lookups,
            PaymentFileEndpoint files,
            StatementEndpoint statements,
            BooksEndpoint books) {}

    Router(Endpoints endpoints, HeldRequests held, JsonMapper json) {
        this.sends = endpoints.sends();
        this.lookups = endpoints.lookups();
        this.files = endpoints.files();
        this.statements = endpoints.statements();
        this.books = endpoints.books();
        this.held = held;
        this.json = json;
    }

    @Override
    public void handle(HttpExchange exchange) throws IOException {
        Optional<Request> request = RequestReader.read(exchange);
        Reaction reaction = request.isPresent()
                ? guarded(() -> route(request.get()))
                : new Reply(Problems.bodyTooLarge(RequestReader.longestBody(exchange))
                        .with("Connection", "close"));
        if (reaction instanceof HangUp) {
            throw new HungUpException();
        }
        perform(exchange, reaction);
    }

    private Reaction route(Request request) {
        List<String> path = request.path();
        String root = path.isEmpty() ? "" : path.get(0);
        if (path.size() == 1 && root.equals("transfers")) {
            return on("POST", request, () -> sends.react(InstructionKind.TRANSFER, request));
        }
        if (path.size() == 1 && root.equals("reversals")) {
            return on("POST", request, () -> sends.react(InstructionKind.REVERSAL, request));
        }
        if (path.size() == 2 && root.equals("transfers")) {
            return on("GET", request, () -> lookups.react(InstructionKind.TRANSFER, path.get(1)));
        }
        if (path.size() == 2 && root.equals("reversals")) {
            return on("GET", request, () -> lookups.react(InstructionKind.REVERSAL, path.get(1)));
        }
        if (path.equals(List.of(RequestReader.PAYMENT_FILES))) {
            return on("POST", request, () -> files.react(request));
        }
        if (path.size() == 2 && root.equals(RequestReader.PAYMENT_FILES)) {
            return on("GET", request, () -> files.find(path.get(1)));
        }
        return routeReading(request, path, root);
    }

    private Reaction routeReading(Request request, List<String> path, String root) {
        if (path.size() == 2 && root.equals("statements")) {
            return on("GET", request, () -> new Reply(statements.statement(path.get(1), request.parameter("account"))));
        }
        if (path.equals(List.of("notifications"))) {
            return on("GET", request, () -> new Reply(statements.notification(request.parameter("since"))));
        }
        if (path.equals(List.of("books"))) {
            return on("GET", request, () -> new Reply(books.page(request)));
        }
        if (path.equals(List.of("books", "summary"))) {
            return on("GET", request, () -> new Reply(books.summary()));
        }
        if (path.size() == 2 && root.equals("sends")) {
            return on("GET", request, () -> new Reply(books.calls(path.get(1))));
        }
        return new Reply(Problems.noSuchResource());
    }

    private static Reaction on(String method, Request request, Supplier<Reaction> endpoint) {
        return request.method().equals(method) ? endpoint.get() : new Reply(Problems.methodNotAllowed(method));
    }

    /** Whatever goes wrong is answered; an exception that escaped would leave the caller hanging. */
    private static Reaction guarded(Supplier<Reaction> reaction) {
        try {
            return reaction.get();
        } catch (BooksUnavailableException unavailable) {
            LOG.warn("The bank's database refused: {}", String.valueOf(unavailable.getMessage()));
            return new Reply(Problems.unavailable(BOOKS_RETRY));
        } catch (RuntimeException defect) {
            LOG.error("A request failed for a reason nobody thought of", defect);
            return new Reply(Problems.internalError());
        }
    }

    private void perform(HttpExchange exchange, Reaction reaction) throws IOException {
        if (reaction instanceof Reply reply) {
            write(exchange, reply.answer());
        } else if (reaction instanceof Later later) {
            held.hold(later.delay(), () -> resume(exchange, later.then()));
        } else {
            exchange.close();
        }
    }

    /** The caller may be gone by now, which is what being slow is about. */
    private void resume(HttpExchange exchange, Supplier<Reaction> then) {
        try {
            perform(exchange, guarded(then));
        } catch (IOException gone) {
            LOG.debug("The caller did not wait for its answer", gone);
            exchange.close();
        }
    }

    private void write(HttpExchange exchange, Answer answer) throws IOException {
        byte[] whole = bytes(answer.content());
        byte[] body = answer.isGarbled() ? Arrays.copyOf(whole, whole.length / 2) : whole;
        answer.headers().forEach(exchange.getResponseHeaders()::set);
        exchange.getResponseHeaders().set("Content-Type", type(answer.content()));
        exchange.sendResponseHeaders(answer.status(), body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    private byte[] bytes(Answer.Content content) {
        return content instanceof Answer.Xml xml
                ? xml.document().getBytes(StandardCharsets.UTF_8)
                : json.writeValueAsBytes(((Answer.Json) content).members());
    }

    private static String type(Answer.Content content) {
        if (content instanceof Answer.Json object) {
            return object.isProblem() ? "application/problem+json" : "application/json";
        }
        return "application/xml";
    }

    /** Thrown to the HTTP server, which then closes the connection and forgets it; closing it here would only do the former. */
    private static final class HungUpException extends IOException {
        private static final long serialVersionUID = 1;

        @Override
        public synchronized Throwable fillInStackTrace() {
            return this;
        }
    }
}

package io.querent.http;

import io.querent.saga.Call;
import java.net.URI;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.web.client.RestClient.RequestBodySpec;

/** Sends one request through the user's client and hands what came of it to a reader. It throws nothing. */
final class Exchange {
    private final Settings settings;
    private final HttpMethod method;
    private final URI address;
    private final Attempt attempt;

    private Exchange(Settings settings, HttpMethod method, URI address, Attempt attempt) {
        this.settings = settings;
        this.method = method;
        this.address = address;
        this.attempt = attempt;
    }

    /** A call: the frozen body, or none where the method takes none, under the key. */
    static Exchange ofCall(Settings settings, HttpMethod method, URI address, Call call, byte[] body) {
        Map<String, String> headers = settings.headers().ofCall(call, settings.keyOf(call));
        return new Exchange(
                settings,
                method,
                address,
                new Attempt(body, headers, settings.headers().ofTrace(call), call::timeLeft));
    }

    /** A question: it has neither body nor key header, for it changes nothing. */
    static Exchange ofQuery(Settings settings, URI address, Call call) {
        return new Exchange(
                settings,
                HttpMethod.GET,
                address,
                new Attempt(new byte[0], Map.of(), settings.headers().ofTrace(call), call::timeLeft));
    }

    /** Who reads what came of it. */
    interface Reader<T> {
        /** An answer came. */
        T answered(Answer answer);

        /** It is certain that nothing was sent. */
        T notSent(@Nullable Throwable cause);

        /** It was sent, and there is no answer that could be read. */
        T unanswered(String evidence);
    }

    <T> T send(Reader<T> reader) {
        try {
            RequestBodySpec request = settings.client().method(method).uri(address);
            request.accept(settings.accepted().toArray(MediaType[]::new))
                    .attribute(Attempt.ATTRIBUTE, attempt)
                    .headers(headers -> attempt.headers().forEach(headers::set));
            if (!method.equals(HttpMethod.GET) && !method.equals(HttpMethod.DELETE)) {
                request.contentType(settings.contentType()).body(attempt::writeTo);
            }
            return request.exchangeForRequiredValue((sent, response) ->
                    read(reader, attempt.received().map(received -> new Answer(received, response))));
        } catch (RuntimeException failure) {
            return attempt.withdraw()
                    ? reader.notSent(failure)
                    : reader.unanswered(attempt.progress() + "; " + Foreign.describe(failure));
        }
    }

    private <T> T read(Reader<T> reader, Optional<Answer> answer) {
        if (attempt.withdraw()) {
            // somebody in front answered instead: an interceptor, or a proxy that would not open a tunnel
            return reader.notSent(null);
        }
        return answer.map(each -> guarded(reader, each))
                .orElseGet(() -> reader.unanswered("an interceptor answered although the request was sent"));
    }

    private static <T> T guarded(Reader<T> reader, Answer answer) {
        try {
            return answer.isAmbiguous()
                    ? reader.unanswered("an answer that claims more than one length: " + answer.describe())
                    : reader.answered(answer);
        } catch (RuntimeException thrown) {
            return reader.unanswered("reading the answer threw " + Foreign.describe(thrown) + "; " + answer.describe());
        }
    }
}

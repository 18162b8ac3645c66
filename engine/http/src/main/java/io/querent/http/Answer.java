package io.querent.http;

import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.core.ParameterizedTypeReference;
import org.springframework.core.ResolvableType;
import org.springframework.http.HttpHeaders;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.MediaType;
import org.springframework.web.client.RestClient.RequestHeadersSpec.ConvertibleClientHttpResponse;

/** An answer, and the converters of the user's client to read it with. Reading decides nothing. */
final class Answer {
    private static final Set<Integer> SUCCESSES = Set.of(200, 201, 204);

    private final ReceivedAnswer received;
    private final ConvertibleClientHttpResponse converters;

    Answer(ReceivedAnswer received, ConvertibleClientHttpResponse converters) {
        this.received = received;
        this.converters = converters;
    }

    int status() {
        return received.status();
    }

    /** A status that says "done". 206 and 207 say it of a part, 203 of somebody else's version; 202 says "not yet". */
    boolean isSuccess() {
        return SUCCESSES.contains(status());
    }

    boolean isEmpty() {
        return received.isWhole() && received.content().length == 0;
    }

    /** Whether it claims two lengths at once: then where it ends is a matter of opinion, and whatever it says is too. */
    boolean isAmbiguous() {
        List<String> lengths = received.getHeaders().getOrEmpty(HttpHeaders.CONTENT_LENGTH);
        boolean chunked =
                !received.getHeaders().getOrEmpty(HttpHeaders.TRANSFER_ENCODING).isEmpty();
        return new HashSet<>(lengths).size() > 1 || (chunked && !lengths.isEmpty());
    }

    /** Whether the body claims to be of one of these types. One that claims none, or several, is not. */
    boolean isOneOf(List<MediaType> types) {
        Optional<MediaType> type = contentType();
        return type.isPresent() && types.stream().anyMatch(each -> each.includes(type.get()));
    }

    /**
     * The body as {@code type}.
     *
     * @param accepted what it may claim to be
     * @throws UnreadableAnswer when it cannot be read so, whatever the reason
     */
    <T> T read(Class<T> type, List<MediaType> accepted) throws UnreadableAnswer {
        return read(() -> converters.bodyTo(type), type, accepted);
    }

    /** The body as a {@code type} of {@code part}, otherwise the same. */
    <T> T read(Class<?> type, Class<?> part, List<MediaType> accepted) throws UnreadableAnswer {
        ParameterizedTypeReference<T> whole = ParameterizedTypeReference.forType(
                ResolvableType.forClassWithGenerics(type, part).getType());
        return read(() -> converters.bodyTo(whole), type, accepted);
    }

    private <T> T read(Supplier<@Nullable T> body, Class<?> type, List<MediaType> accepted) throws UnreadableAnswer {
        if (!isOneOf(accepted)) {
            throw new UnreadableAnswer("its content type is none of " + accepted);
        }
        if (!received.isWhole()) {
            throw new UnreadableAnswer("its body is longer than the limit");
        }
        try {
            T read = body.get();
            if (read == null) {
                throw new UnreadableAnswer("its body is empty or null");
            }
            return read;
        } catch (RuntimeException unreadable) {
            throw new UnreadableAnswer("its body is no " + type.getSimpleName() + ": " + Foreign.describe(unreadable));
        }
    }

    /** The body as a JSON object, if that is what it claims to be and is. */
    Optional<Map<?, ?>> json() {
        try {
            return Optional.of(read(Map.class, HttpDownstreamBuilder.JSON));
        } catch (UnreadableAnswer unreadable) {
            return Optional.empty();
        }
    }

    /** The text or number at a path of names and list positions. */
    static Optional<String> at(Map<?, ?> json, List<String> path) {
        Object value = path.isEmpty() ? null : json;
        for (String name : path) {
            value = child(value, name);
        }
        return value instanceof String || value instanceof Number ? Optional.of(value.toString()) : Optional.empty();
    }

    Optional<Duration> retryAfter(Instant now) {
        Instant then = Optional.ofNullable(received.getHeaders().getFirst(HttpHeaders.DATE))
                .flatMap(RetryAfter::date)
                .orElse(now);
        return RetryAfter.read(received.getHeaders().getOrEmpty(HttpHeaders.RETRY_AFTER), then);
    }

    @Nullable
    String location() {
        return received.getHeaders().getFirst(HttpHeaders.LOCATION);
    }

    /** One line for people. */
    String describe() {
        String type = Optional.ofNullable(received.getHeaders().getFirst(HttpHeaders.CONTENT_TYPE))
                .map(Foreign::text)
                .orElse("no content type");
        String body = received.content().length == 0 ? "no body" : Foreign.text(received.content());
        return "HTTP " + status() + ", " + type + ": " + body;
    }

    private Optional<MediaType> contentType() {
        List<String> claimed = received.getHeaders().getOrEmpty(HttpHeaders.CONTENT_TYPE);
        try {
            return claimed.size() == 1 ? Optional.of(MediaType.parseMediaType(claimed.get(0))) : Optional.empty();
        } catch (InvalidMediaTypeException unreadable) {
            return Optional.empty();
        }
    }

    private static @Nullable Object child(@Nullable Object value, String name) {
        if (value instanceof Map<?, ?> object) {
            return object.get(name);
        }
        boolean position = name.length() < 4 && !name.isEmpty() && name.chars().allMatch(Character::isDigit);
        if (value instanceof List<?> list && position && Integer.parseInt(name) < list.size()) {
            return list.get(Integer.parseInt(name));
        }
        return null;
    }
}

package io.querent.http;

import io.querent.saga.Done;
import io.querent.saga.Outcome;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.UnknownHostException;
import java.net.http.HttpConnectTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** What came of a call, as an outcome: proved, declared, or unknown. */
record CallReader<B, R>(
        Settings settings, AnswerRules rules, Class<B> type, Function<? super B, Outcome<R>> decide, String key)
        implements Exchange.Reader<Outcome<R>> {

    private static final int LONGEST_REFERENCE = 200;

    /** Names for what kept a request from being sent; the proof is the permit, not the exception. */
    private static final List<Map.Entry<Class<? extends Throwable>, String>> CODES = List.of(
            Map.entry(HttpConnectTimeoutException.class, "connect-timeout"),
            Map.entry(UnknownHostException.class, "name-not-found"),
            Map.entry(UnresolvedAddressException.class, "name-not-found"),
            Map.entry(NoRouteToHostException.class, "no-route"),
            Map.entry(SSLException.class, "tls-handshake"),
            Map.entry(ConnectException.class, "connect-refused"));

    @Override
    public Outcome<R> notSent(@Nullable Throwable cause) {
        return cause == null
                ? Outcome.notExecuted("not-sent", "something in front answered before anything was sent")
                : Outcome.notExecuted(codeOf(cause), Foreign.describe(cause));
    }

    @Override
    public Outcome<R> unanswered(String evidence) {
        return Outcome.unknown(evidence);
    }

    @Override
    public Outcome<R> answered(Answer answer) {
        int status = answer.status();
        if (rules.notExecuted().contains(status)) {
            return new Outcome.NotExecuted<>(
                    "http-" + status,
                    answer.describe(),
                    answer.retryAfter(settings.clock().instant()).orElse(null));
        }
        if (status == 202 && isOurs(answer)) {
            return Outcome.pending(reference(answer, rules, key));
        }
        if (answer.isSuccess()) {
            return success(answer);
        }
        return refusal(answer).orElseGet(() -> Outcome.unknown(answer.describe()));
    }

    /** The provider's name for an operation it has accepted: from the body, from the address it gave, or else our own. */
    static String reference(Answer answer, AnswerRules rules, String key) {
        return answer.json()
                .flatMap(body -> Answer.at(body, rules.referencePath()))
                .or(() -> Optional.ofNullable(answer.location()).map(CallReader::lastSegment))
                .filter(name -> !name.isEmpty() && name.length() <= LONGEST_REFERENCE && isPlain(name))
                .orElse(key);
    }

    private Outcome<R> success(Answer answer) {
        try {
            return decide.apply(result(answer));
        } catch (UnreadableAnswer unreadable) {
            return Outcome.unknown(unreadable.getMessage() + "; " + answer.describe());
        }
    }

    private B result(Answer answer) throws UnreadableAnswer {
        if (type.equals(Done.class) && isOurs(answer)) {
            return type.cast(Done.DONE);
        }
        return answer.read(type, settings.accepted());
    }

    /** Not the page of something in between: it has no body, or one of a type that the provider sends. */
    private boolean isOurs(Answer answer) {
        return answer.isEmpty() || answer.isOneOf(settings.accepted());
    }

    /** A refusal is final only as JSON: a status alone may come from anything in between. */
    private Optional<Outcome<R>> refusal(Answer answer) {
        Set<String> codes = rules.refusals().get(answer.status());
        if (codes == null) {
            return Optional.empty();
        }
        return answer.json().flatMap(body -> {
            Optional<String> code = Answer.at(body, rules.codePath());
            boolean isFinal = codes.isEmpty() || code.filter(codes::contains).isPresent();
            return isFinal
                    ? Optional.of(Outcome.rejected(
                            code.map(Foreign::text).orElse("http-" + answer.status()), answer.describe()))
                    : Optional.empty();
        });
    }

    /** What kept a request from being sent, for people. */
    static String codeOf(Throwable failure) {
        List<Throwable> causes = Stream.iterate(failure, Objects::nonNull, Throwable::getCause)
                .limit(16)
                .toList();
        return CODES.stream()
                .filter(each -> causes.stream().anyMatch(each.getKey()::isInstance))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse("not-sent");
    }

    private static String lastSegment(String location) {
        String path = location.replaceAll("[?#].*", "");
        return path.substring(path.lastIndexOf('/') + 1);
    }

    private static boolean isPlain(String name) {
        return name.chars().allMatch(c -> c > ' ' && c < 0x7f);
    }
}

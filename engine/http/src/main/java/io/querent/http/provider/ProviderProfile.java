package io.querent.http.provider;

import io.querent.http.AnswerRules;
import io.querent.http.HttpDownstream;
import io.querent.http.HttpDownstreamBuilder;
import io.querent.http.KeyForm;
import io.querent.saga.Downstream;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a provider's public documentation says of its keys. What it does not say is missing here, and the profiles made from it are
 * pessimistic then. Immutable.
 *
 * @param provider its name, and which of its interfaces is meant
 * @param keyHeader the header that carries the key; null where the body does
 * @param keyField the member of the body that carries the key; null where a header does
 * @param keyForm the form of our keys that fits what it takes
 * @param keyLength the longest key that is sent to it, in characters
 * @param keyRetention how long it keeps a key at least; null where that is not stated
 * @param firstAnswer what it answers to a key it has seen
 * @param otherParameters statuses for a key with other parameters; empty where that is not stated
 * @param inProgress statuses for a key whose first request still runs; empty where that is not stated
 * @param rules what its statuses and codes mean
 * @param sources pages that say so
 */
public record ProviderProfile(
        String provider,
        @Nullable String keyHeader,
        @Nullable String keyField,
        KeyForm keyForm,
        int keyLength,
        @Nullable Duration keyRetention,
        FirstAnswer firstAnswer,
        Set<Integer> otherParameters,
        Set<Integer> inProgress,
        AnswerRules rules,
        List<URI> sources) {

    public ProviderProfile {
        otherParameters = Set.copyOf(otherParameters);
        inProgress = Set.copyOf(inProgress);
        sources = List.copyOf(sources);
    }

    /** Whether it is stated that a repeated key has no second effect, and for how long. */
    public boolean honoursOperationKey() {
        return keyRetention != null && firstAnswer.protects();
    }

    /** How long it keeps a key at least, where that is stated. */
    public Optional<Duration> keyRetentionIfStated() {
        return Optional.ofNullable(keyRetention);
    }

    /** Begins a downstream profile. When an effect shows to a query, caps and time limits are the caller's to say. */
    public Downstream.Builder downstream(String name) {
        Downstream.Builder builder = Downstream.named(name).keyLength(keyLength);
        return keyRetention != null && firstAnswer.protects()
                ? builder.honoursOperationKey(keyRetention)
                : builder.ignoresOperationKey();
    }

    /** Begins the description of how {@code downstream}, made with {@link #downstream}, is reached. */
    public HttpDownstreamBuilder http(Downstream downstream) {
        HttpDownstreamBuilder builder = HttpDownstream.of(downstream)
                .keyForm(keyForm)
                .answers(unused -> rules)
                .withoutFencingHeader();
        return keyHeader == null ? builder.keyInBody() : builder.keyHeader(keyHeader);
    }

    static Sketch named(String provider) {
        return new Sketch(provider);
    }

    /** An entry that is being written down. */
    static final class Sketch {
        private final String provider;
        private @Nullable String keyHeader;
        private @Nullable String keyField;
        private KeyForm keyForm = KeyForm.NAMED_UUID;
        private int keyLength = 36;
        private @Nullable Duration keyRetention;
        private FirstAnswer firstAnswer = FirstAnswer.NOT_STATED;
        private Set<Integer> otherParameters = Set.of();
        private Set<Integer> inProgress = Set.of();
        private AnswerRules rules = AnswerRules.PESSIMISTIC;

        private Sketch(String provider) {
            this.provider = provider;
        }

        Sketch header(String name) {
            keyHeader = name;
            return this;
        }

        Sketch field(String name) {
            keyField = name;
            return this;
        }

        /** Keys as they are, or their digest, up to a length; a UUID where this is not said. */
        Sketch plainKeys(int longest) {
            keyForm = KeyForm.PLAIN;
            keyLength = longest;
            return this;
        }

        Sketch keeps(Duration atLeast) {
            keyRetention = atLeast;
            return this;
        }

        Sketch repeats(FirstAnswer answer) {
            firstAnswer = answer;
            return this;
        }

        Sketch otherParameters(Integer... statuses) {
            otherParameters = Set.of(statuses);
            return this;
        }

        Sketch inProgress(Integer... statuses) {
            inProgress = Set.of(statuses);
            return this;
        }

        Sketch rules(AnswerRules stated) {
            rules = stated;
            return this;
        }

        ProviderProfile source(String... pages) {
            return new ProviderProfile(
                    provider,
                    keyHeader,
                    keyField,
                    keyForm,
                    keyLength,
                    keyRetention,
                    firstAnswer,
                    otherParameters,
                    inProgress,
                    rules,
                    List.of(pages).stream().map(URI::create).toList());
        }
    }
}

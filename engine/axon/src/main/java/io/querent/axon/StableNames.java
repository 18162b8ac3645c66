package io.querent.axon;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.List;
import java.util.Optional;
import org.axonframework.eventhandling.MergedTrackingToken;
import org.axonframework.eventhandling.ReplayToken;
import org.axonframework.eventhandling.TrackingToken;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.jsontype.NamedType;

/**
 * Names under which positions of streaming processors are stored. Axon writes class names into tokens that hold other tokens, and
 * Jackson 3 rightly refuses to read a class named in data. With names of ours the set is closed, nothing has to be allowed, and a
 * class may move.
 */
final class StableNames {
    private static final List<NamedType> TOKENS = List.of(
            new NamedType(LogPosition.class, "log-position"),
            new NamedType(ReplayToken.class, "replay"),
            new NamedType(MergedTrackingToken.class, "merge"));

    private StableNames() {}

    static Optional<String> nameOf(@Nullable Class<?> type) {
        return TOKENS.stream()
                .filter(token -> token.getType() == type)
                .map(NamedType::getName)
                .findFirst();
    }

    static Optional<Class<?>> classOf(String name) {
        return TOKENS.stream()
                .filter(token -> token.getName().equals(name))
                .<Class<?>>map(NamedType::getType)
                .findFirst();
    }

    static void register(JsonMapper.Builder mapper) {
        mapper.registerSubtypes(TOKENS.toArray(NamedType[]::new))
                .addMixIn(ReplayToken.class, NamesInReplay.class)
                .addMixIn(MergedTrackingToken.class, NamesInMerge.class);
    }

    /** Replaces the annotations of {@link ReplayToken}'s fields. */
    abstract static class NamesInReplay {
        @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "token")
        @Nullable
        TrackingToken tokenAtReset;

        @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "token")
        @Nullable
        TrackingToken currentToken;

        @JsonTypeInfo(use = JsonTypeInfo.Id.NONE)
        @Nullable
        Object context;
    }

    /** Replaces the annotations of {@link MergedTrackingToken}'s getters. */
    interface NamesInMerge {
        @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "token")
        TrackingToken lowerSegmentToken();

        @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "token")
        TrackingToken upperSegmentToken();
    }
}

package io.querent.axon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.querent.decision.SagaEvent;
import io.querent.runtime.codec.UnreadableEventException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import org.axonframework.eventhandling.MergedTrackingToken;
import org.axonframework.eventhandling.ReplayToken;
import org.axonframework.eventhandling.TrackingToken;
import org.axonframework.messaging.MetaData;
import org.axonframework.serialization.SerializedObject;
import org.axonframework.serialization.SimpleSerializedObject;
import org.junit.jupiter.api.Test;

class QuerentSerializerTest {
    private static final LogPosition HERE = new LogPosition(7, 9);
    private static final LogPosition THERE = new LogPosition(8, 3);
    private static final SagaEvent EVENT =
            new SagaEvent.SagaWoken("ada", "bank is back", "request-1", Instant.parse("2026-11-29T10:00:00Z"));

    private final QuerentSerializer serializer = new QuerentSerializer();

    @Test
    void anEventHasOurNameAndRevisionAndComesBackTheSame() {
        SerializedObject<String> stored = serializer.serialize(EVENT, String.class);

        assertThat(stored.getType().getName()).isEqualTo("saga-woken");
        assertThat(stored.getType().getRevision()).isEqualTo("1");
        assertThat(stored.getData()).contains("bank is back").doesNotContain("io.querent");
        assertThat(serializer.<String, SagaEvent>deserialize(stored)).isEqualTo(EVENT);
        assertThat(serializer.<byte[], SagaEvent>deserialize(serializer.serialize(EVENT, byte[].class)))
                .isEqualTo(EVENT);
    }

    @Test
    void everyEventHasAName() {
        assertThat(SagaEvent.class.getPermittedSubclasses())
                .filteredOn(Class::isRecord)
                .allSatisfy(this::hasAName);
        assertThat(SagaEvent.OperationEvent.class.getPermittedSubclasses()).allSatisfy(this::hasAName);
    }

    private void hasAName(Class<?> type) {
        assertThat(serializer.typeForClass(type).getName()).matches("[a-z]+(-[a-z]+)*");
        assertThat(serializer.classForType(serializer.typeForClass(type))).isEqualTo(type);
    }

    @Test
    void anEventOfAnotherRevisionIsNotGuessed() {
        SerializedObject<String> newer = new SimpleSerializedObject<>("{}", String.class, "saga-woken", "99");

        assertThatThrownBy(() -> serializer.deserialize(newer)).isInstanceOf(UnreadableEventException.class);
    }

    /** Stored positions outlive releases: what is written here must be readable for ever. */
    @Test
    void positionsAreStoredInThisForm() {
        assertStored(HERE, "log-position", "{\"transaction\":7,\"index\":9}");
        assertStored(
                ReplayToken.createReplayToken(THERE, HERE),
                "replay",
                "{\"tokenAtReset\":{\"token\":\"log-position\",\"transaction\":8,\"index\":3},"
                        + "\"currentToken\":{\"token\":\"log-position\",\"transaction\":7,\"index\":9},"
                        + "\"context\":null}");
        assertStored(
                MergedTrackingToken.merged(HERE, THERE),
                "merge",
                "{\"lowerSegmentToken\":{\"token\":\"log-position\",\"transaction\":7,\"index\":9},"
                        + "\"upperSegmentToken\":{\"token\":\"log-position\",\"transaction\":8,\"index\":3}}");
    }

    @Test
    void tokensWithinTokensComeBackTheSame() {
        TrackingToken replay = ReplayToken.createReplayToken(THERE, LogPosition.START);

        assertRoundTrip(ReplayToken.createReplayToken(THERE));
        assertRoundTrip(MergedTrackingToken.merged(replay, HERE));
        assertRoundTrip(MergedTrackingToken.merged(HERE, ReplayToken.createReplayToken(THERE)));
        assertRoundTrip(ReplayToken.createReplayToken(MergedTrackingToken.merged(HERE, THERE), LogPosition.START));
    }

    @Test
    void theContextOfAResetIsPlainJson() {
        assertRoundTrip(ReplayToken.createReplayToken(THERE, LogPosition.START, "rebuild of 2026-11-29"));
        assertRoundTrip(ReplayToken.createReplayToken(THERE, LogPosition.START, Map.of("ticket", 7)));
    }

    @Test
    void whatIsNotOursIsWrittenAsAxonWritesIt() {
        MetaData metaData = MetaData.with("sagaKey", "default:payment:1");

        assertThat(serializer.<String, MetaData>deserialize(serializer.serialize(metaData, String.class)))
                .isEqualTo(metaData);
        assertThat(serializer.<String, Object>deserialize(serializer.serialize(null, String.class)))
                .isNull();
    }

    private void assertStored(TrackingToken token, String type, String json) {
        SerializedObject<String> stored = serializer.serialize(token, String.class);

        assertThat(stored.getType().getName()).isEqualTo(type);
        assertThat(stored.getData()).isEqualTo(json);
        assertRoundTrip(token);
    }

    private void assertRoundTrip(TrackingToken token) {
        SerializedObject<byte[]> stored = serializer.serialize(token, byte[].class);

        assertThat(new String(stored.getData(), StandardCharsets.UTF_8)).doesNotContain("querent", "axonframework");
        assertThat(serializer.<byte[], TrackingToken>deserialize(stored)).isEqualTo(token);
    }
}

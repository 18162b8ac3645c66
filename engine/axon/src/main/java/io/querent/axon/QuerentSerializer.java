package io.querent.axon;

import io.querent.decision.SagaEvent;
import io.querent.runtime.codec.EncodedEvent;
import io.querent.runtime.codec.EventCodec;
import io.querent.runtime.codec.EventCodec.EventType;
import java.util.Optional;
import org.axonframework.serialization.Converter;
import org.axonframework.serialization.SerializedObject;
import org.axonframework.serialization.SerializedType;
import org.axonframework.serialization.Serializer;
import org.axonframework.serialization.SimpleSerializedObject;
import org.axonframework.serialization.SimpleSerializedType;
import org.axonframework.serialization.jackson3.Jackson3Serializer;
import org.jspecify.annotations.Nullable;

/**
 * The one serializer of Axon's components: events as the journal stores them, positions of streaming processors under names of
 * ours, everything else as Axon's Jackson serializer does. Give it to the token store. Thread-safe.
 *
 * <p>The context of a processor's reset comes back as plain JSON: text, number, list or map, whatever it was before.
 */
public final class QuerentSerializer implements Serializer {
    private final EventCodec events = new EventCodec();
    private final Serializer json = Jackson3Serializer.builder()
            .jsonMapperBuilderCustomizer(StableNames::register)
            .build();

    /** A serializer. */
    public QuerentSerializer() {}

    @Override
    public <T> SerializedObject<T> serialize(@Nullable Object object, Class<T> representation) {
        if (object instanceof SagaEvent event) {
            EncodedEvent encoded = events.encode(event);
            return new SimpleSerializedObject<>(
                    json.getConverter().convert(encoded.json(), String.class, representation),
                    representation,
                    encoded.type(),
                    Integer.toString(encoded.revision()));
        }
        SerializedObject<T> serialized = json.serialize(object, representation);
        return object == null
                ? serialized
                : new SimpleSerializedObject<>(serialized.getData(), representation, typeForClass(object.getClass()));
    }

    @Override
    public <T> boolean canSerializeTo(Class<T> representation) {
        return json.canSerializeTo(representation);
    }

    @Override
    // T is what the caller expects of the stored type; Axon's interface has it so, and its own serializers trust it
    // likewise.
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    public <S, T> @Nullable T deserialize(SerializedObject<S> stored) {
        SerializedType type = stored.getType();
        if (EventCodec.classOf(type.getName()).isPresent()) {
            String payload = json.getConverter().convert(stored, String.class).getData();
            return (T) events.decode(new EncodedEvent(type.getName(), Integer.parseInt(type.getRevision()), payload));
        }
        Optional<Class<?>> token = StableNames.classOf(type.getName());
        return token.isPresent()
                ? json.deserialize(new SimpleSerializedObject<>(
                        stored.getData(), stored.getContentType(), json.typeForClass(token.get())))
                : json.deserialize(stored);
    }

    @Override
    public Class<?> classForType(SerializedType type) {
        return EventCodec.classOf(type.getName())
                .<Class<?>>map(event -> event)
                .or(() -> StableNames.classOf(type.getName()))
                .orElseGet(() -> json.classForType(type));
    }

    @Override
    @SuppressWarnings("rawtypes") // As in Axon's interface.
    public SerializedType typeForClass(@Nullable Class type) {
        Optional<EventType> event = EventCodec.typeOf(type);
        if (event.isPresent()) {
            return new SimpleSerializedType(
                    event.get().name(), Integer.toString(event.get().revision()));
        }
        return StableNames.nameOf(type)
                .<SerializedType>map(name -> new SimpleSerializedType(name, "1"))
                .orElseGet(() -> json.typeForClass(type));
    }

    @Override
    public Converter getConverter() {
        return json.getConverter();
    }
}

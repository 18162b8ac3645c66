package io.querent.runtime.codec;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.querent.decision.SagaEvent;
import io.querent.saga.SagaKey;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.deser.std.StdScalarDeserializer;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.ser.std.ToStringSerializer;

/**
 * Writes and reads events. A stored event is a name and a revision of ours and a JSON object; renaming or moving a class changes
 * nothing that is stored. A new shape of an event gets a new revision and a reader for each old one. Thread-safe.
 */
public final class EventCodec {
    private static final Map<String, Class<? extends SagaEvent>> CLASSES = new HashMap<>();
    private static final Map<Class<? extends SagaEvent>, String> NAMES = new HashMap<>();
    private static final int REVISION = 1;

    /** Members that hold payloads, or what providers, people and exceptions say. A test sees to it that none is forgotten. */
    static final Set<String> PROTECTED = Set.of(
            "input",
            "body",
            "result",
            "effect",
            "json",
            "detail",
            "evidence",
            "message",
            "reference",
            "compensation-started/reason",
            "step-skipped/reason",
            "undo-withdrawn/reason");

    static {
        name("saga-started", SagaEvent.SagaStarted.class);
        name("attempt-started", SagaEvent.AttemptStarted.class);
        name("prior-send-suspected", SagaEvent.PriorSendSuspected.class);
        name("operation-succeeded", SagaEvent.OperationSucceeded.class);
        name("operation-rejected", SagaEvent.OperationRejected.class);
        name("attempt-not-executed", SagaEvent.AttemptNotExecuted.class);
        name("operation-given-up", SagaEvent.OperationGivenUp.class);
        name("operation-pending", SagaEvent.OperationPending.class);
        name("outcome-unknown", SagaEvent.OutcomeUnknown.class);
        name("query-inconclusive", SagaEvent.QueryInconclusive.class);
        name("absence-established", SagaEvent.AbsenceEstablished.class);
        name("review-opened", SagaEvent.ReviewOpened.class);
        name("evidence-recorded", SagaEvent.EvidenceRecorded.class);
        name("compensation-started", SagaEvent.CompensationStarted.class);
        name("saga-woken", SagaEvent.SagaWoken.class);
        name("saga-completed", SagaEvent.SagaCompleted.class);
        name("saga-compensated", SagaEvent.SagaCompensated.class);
        name("saga-failed", SagaEvent.SagaFailed.class);
        name("callback-received", SagaEvent.CallbackReceived.class);
        name("late-success", SagaEvent.LateSuccess.class);
        name("questions-renewed", SagaEvent.QuestionsRenewed.class);
        name("attempts-renewed", SagaEvent.AttemptsRenewed.class);
        name("effect-made-good", SagaEvent.EffectMadeGood.class);
        name("decision-taken", SagaEvent.DecisionTaken.class);
        name("saga-abandoned", SagaEvent.SagaAbandoned.class);
        name("saga-paused", SagaEvent.SagaPaused.class);
        name("saga-resumed", SagaEvent.SagaResumed.class);
        name("deadline-passed", SagaEvent.DeadlinePassed.class);
        name("saga-redriven", SagaEvent.SagaRedriven.class);
        name("step-skipped", SagaEvent.StepSkipped.class);
        name("branch-chosen", SagaEvent.BranchChosen.class);
        name("message-published", SagaEvent.MessagePublished.class);
        name("wait-started", SagaEvent.WaitStarted.class);
        name("wait-escalated", SagaEvent.WaitEscalated.class);
        name("wait-ended", SagaEvent.WaitEnded.class);
        name("wait-refused", SagaEvent.WaitRefused.class);
        name("step-reopened", SagaEvent.StepReopened.class);
        name("items-listed", SagaEvent.ItemsListed.class);
        name("operation-refused-with-effect", SagaEvent.OperationRefusedWithEffect.class);
        name("effect-reversed", SagaEvent.EffectReversed.class);
        name("saga-moved", SagaEvent.SagaMoved.class);
        name("undo-ordered", SagaEvent.UndoOrdered.class);
        name("part-ordered", SagaEvent.PartOrdered.class);
        name("undo-withdrawn", SagaEvent.UndoWithdrawn.class);
    }

    private final JsonMapper mapper = JsonMapper.builder()
            .enable(StreamWriteFeature.WRITE_BIGDECIMAL_AS_PLAIN)
            .changeDefaultPropertyInclusion(all -> all.withValueInclusion(JsonInclude.Include.NON_NULL))
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .addModule(new SimpleModule()
                    .addSerializer(SagaKey.class, ToStringSerializer.instance)
                    .addDeserializer(SagaKey.class, new SagaKeyReader()))
            .build();

    private final ProtectedMembers members;

    /** Writes events as they are. */
    public EventCodec() {
        this(PayloadProtection.NONE);
    }

    /** Writes events whose payloads are protected where they are stored. */
    public EventCodec(PayloadProtection protection) {
        this.members = new ProtectedMembers(protection, PROTECTED);
    }

    /** Name and revision under which events of a class are stored now. */
    public record EventType(String name, int revision) {}

    /** How events of {@code type} are stored; empty when it is no class of events. */
    public static Optional<EventType> typeOf(@Nullable Class<?> type) {
        return Optional.ofNullable(NAMES.get(type)).map(name -> new EventType(name, REVISION));
    }

    /** The class of events stored under {@code name}, in whatever revision; empty when this version knows none. */
    public static Optional<Class<? extends SagaEvent>> classOf(String name) {
        return Optional.ofNullable(CLASSES.get(name));
    }

    /** Reads the text form of a saga's key. */
    private static final class SagaKeyReader extends StdScalarDeserializer<SagaKey> {
        SagaKeyReader() {
            super(SagaKey.class);
        }

        @Override
        public SagaKey deserialize(JsonParser parser, DeserializationContext context) {
            return SagaKey.parse(parser.getString());
        }
    }

    /** Writes an event, without protection: {@link #protect} comes before it is stored. */
    public EncodedEvent encode(SagaEvent event) {
        String name = NAMES.get(event.getClass());
        if (name == null) {
            throw new IllegalStateException(
                    "event " + event.getClass() + " has no stored name; give it one in EventCodec");
        }
        return new EncodedEvent(name, REVISION, LoneSurrogates.escape(mapper.writeValueAsString(event)));
    }

    /** An event as it is stored with that saga: protected where protection is on. The same event twice is protected in two ways. */
    public EncodedEvent protect(SagaKey saga, EncodedEvent event) {
        return event.with(members.protect(saga, event.type(), event.json()));
    }

    /**
     * An event as {@link #encode} wrote it, whether or not it was protected since.
     *
     * @throws UnreadableEventException when it is protected by a key that is not known, or was changed or moved since
     */
    public EncodedEvent reveal(SagaKey saga, EncodedEvent stored) {
        try {
            return stored.with(members.reveal(saga, stored.type(), stored.json()));
        } catch (PayloadNotRevealedException notRevealed) {
            throw UnreadableEventException.notRevealed(stored, notRevealed);
        }
    }

    /**
     * Reads an event as it is stored with that saga.
     *
     * @throws UnreadableEventException as {@link #reveal} and {@link #decode(EncodedEvent)}
     */
    public SagaEvent decode(SagaKey saga, EncodedEvent stored) {
        return decode(reveal(saga, stored));
    }

    /**
     * Reads an event that is not protected.
     *
     * @throws UnreadableEventException when this version does not know the name or revision, or the payload is damaged
     */
    public SagaEvent decode(EncodedEvent stored) {
        Class<? extends SagaEvent> type = CLASSES.get(stored.type());
        if (type == null || stored.revision() != REVISION) {
            throw UnreadableEventException.unknown(stored);
        }
        try {
            return mapper.readValue(stored.json(), type);
        } catch (JacksonException damaged) {
            throw UnreadableEventException.damaged(stored, damaged);
        }
    }

    private static void name(String name, Class<? extends SagaEvent> type) {
        CLASSES.put(name, type);
        NAMES.put(type, name);
    }
}

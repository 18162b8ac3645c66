package io.querent.runtime.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.querent.decision.Authority;
import io.querent.decision.FrozenRequest;
import io.querent.decision.Item;
import io.querent.decision.OperatorDecision;
import io.querent.decision.QueryAnswer;
import io.querent.decision.SagaEvent;
import io.querent.decision.Via;
import io.querent.runtime.journal.Letter;
import io.querent.saga.SagaKey;
import java.lang.reflect.RecordComponent;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Payloads are protected wherever they stand, for one saga and one place, and come back as they were. */
class PayloadProtectionTest {
    private static final Instant AT = Instant.parse("2026-11-29T12:00:00.123456Z");
    private static final SagaKey SAGA = SagaKey.of("pay", "A:1");
    private static final String K1 = Base64.getEncoder().encodeToString(new byte[32]);
    private static final String K2 = K1.replace("AAA=", "AAE=");
    private static final PayloadProtection AES = new AesGcmProtection(KeyRing.of("k1", Map.of("k1", K1), Map.of()));

    private final EventCodec codec = new EventCodec(AES);

    static List<SagaEvent> events() {
        return EventCodecTest.oneOfEach();
    }

    @ParameterizedTest
    @MethodSource("events")
    void everyEventComesBackAsItWas(SagaEvent event) {
        EncodedEvent plain = codec.encode(event);
        EncodedEvent stored = codec.protect(SAGA, plain);
        assertThat(codec.reveal(SAGA, stored)).isEqualTo(plain);
        assertThat(codec.decode(SAGA, stored)).isEqualTo(event);
        assertThat(codec.decode(SAGA, plain))
                .as("from a history without protection")
                .isEqualTo(event);
    }

    @Test
    void withoutProtectionWhatIsStoredIsAsBefore() {
        EventCodec off = new EventCodec();
        assertThat(events())
                .allSatisfy(event ->
                        assertThat(off.protect(SAGA, off.encode(event))).isEqualTo(off.encode(event)));
    }

    /** A new event has to say of each of its texts whether it is protected. */
    @Test
    void ofEveryTextInEveryEventItIsKnownWhetherItIsProtected() {
        Set<String> plain = new TreeSet<>(List.of(
                "AttemptStarted.node",
                "AttemptNotExecuted.code",
                "BranchChosen.branch",
                "CallbackReceived.answer",
                "CallbackReceived.code",
                "CallbackReceived.messageId",
                "CallbackReceived.source",
                "DecisionTaken.approvedBy",
                "DecisionTaken.decision",
                "DecisionTaken.operator",
                "DecisionTaken.reason",
                "DecisionTaken.requestId",
                "EffectReversed.code",
                "EvidenceRecorded.node",
                "EvidenceRecorded.outcome",
                "OperationGivenUp.code",
                "OperationRefusedWithEffect.code",
                "OperationRejected.code",
                "PartOrdered.part",
                "QueryInconclusive.answer",
                "SagaMoved.fingerprint",
                "SagaRedriven.from",
                "SagaStarted.fingerprint",
                "SagaStarted.inputHash",
                "SagaStarted.parent",
                "SagaWoken.operator",
                "SagaWoken.reason",
                "SagaWoken.requestId",
                "WaitEscalated.to",
                "WaitRefused.code"));
        Set<String> found = new TreeSet<>();
        for (SagaEvent event : events()) {
            for (RecordComponent member : event.getClass().getRecordComponents()) {
                String type = codec.encode(event).type();
                boolean isProtected = EventCodec.PROTECTED.contains(member.getName())
                        || EventCodec.PROTECTED.contains(type + "/" + member.getName());
                if (member.getType() == String.class
                        && !isProtected
                        && !member.getName().equals("operation")) {
                    found.add(event.getClass().getSimpleName() + "." + member.getName());
                }
            }
        }
        assertThat(found).isEqualTo(plain);
        assertThat(Arrays.stream(FrozenRequest.class.getRecordComponents()).map(RecordComponent::getName))
                .containsExactly("body", "hash");
        assertThat(Arrays.stream(Item.class.getRecordComponents()).map(RecordComponent::getName))
                .containsExactly("key", "json");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{}",
                "\u0000",
                "\ud800",
                "x\udc00y",
                "\ud83d\ude00",
                "\"{\\\"querent.enc\\\":1",
                "{\"querent.enc\":1,\"key\":\"k1\",\"data\":\"\"}"
            })
    void anyTextComesBackCharacterForCharacter(String text) {
        SagaEvent event = new SagaEvent.OperationSucceeded("pay", 1, text, Via.ANSWER, AT);
        EncodedEvent stored = codec.protect(SAGA, codec.encode(event));
        assertThat(codec.decode(SAGA, stored)).isEqualTo(event);
        EventCodec off = new EventCodec();
        assertThat(codec.decode(SAGA, off.encode(event)))
                .as("stored without protection")
                .isEqualTo(event);
        ProtectedText texts = new ProtectedText(AES);
        assertThat(texts.reveal(SAGA, "m", texts.protect(SAGA, "m", text))).isEqualTo(text);
        ProtectedText plain = new ProtectedText(PayloadProtection.NONE);
        assertThat(texts.reveal(SAGA, "m", plain.protect(SAGA, "m", text))).isEqualTo(text);
        assertThat(plain.reveal(SAGA, "m", plain.protect(SAGA, "m", " " + text)))
                .isEqualTo(" " + text);
    }

    @Test
    void amountsBesideAPayloadKeepTheirDigits() {
        ProtectedMembers members = new ProtectedMembers(AES, Set.of("result"));
        String json =
                "{\"result\":\"1.0\",\"amount\":60.00,\"other\":1000000000000000000000.10,\"small\":0.0000000001,\"zero\":0.00}";
        assertThat(members.reveal(SAGA, "p", members.protect(SAGA, "p", json))).isEqualTo(json);
    }

    @Test
    void theSamePayloadIsProtectedDifferentlyEachTime() {
        EncodedEvent plain = codec.encode(events().get(0));
        assertThat(codec.protect(SAGA, plain)).isNotEqualTo(codec.protect(SAGA, plain));
    }

    @Test
    void aPayloadOfAnotherSagaOperationKindOrMemberIsRefused() {
        String sealed = succeeded("pay");
        assertThat(codec.decode(SAGA, event("operation-succeeded", sealed))).isNotNull();
        assertRefused(SagaKey.of("pay", "A:2"), event("operation-succeeded", sealed), "QRT-6041");
        assertRefused(SAGA, event("late-success", sealed), "QRT-6041");
        assertRefused(SAGA, event("operation-succeeded", sealed.replace("\"pay\"", "\"hold\"")), "QRT-6041");
        assertRefused(SAGA, event("operation-succeeded", sealed.replace("\"result\"", "\"effect\"")), "QRT-6041");
    }

    @Test
    void everyChangedByteIsNoticed() {
        String sealed = succeeded("pay");
        int data = sealed.indexOf("\"data\":\"") + 8;
        int end = sealed.indexOf('"', data);
        for (int at = data; at < end; at++) {
            char other = sealed.charAt(at) == 'B' ? 'C' : 'B';
            String changed = sealed.substring(0, at) + other + sealed.substring(at + 1);
            assertThatThrownBy(() -> codec.decode(SAGA, event("operation-succeeded", changed)))
                    .hasMessageMatching("(?s)QRT-604[12] .*");
        }
    }

    @Test
    void aKeyThatIsNotKnownIsNamed() {
        EventCodec other = new EventCodec(new AesGcmProtection(KeyRing.of("k2", Map.of("k2", K2), Map.of())));
        String sealed = succeeded("pay");
        assertThatThrownBy(() -> other.decode(SAGA, event("operation-succeeded", sealed)))
                .isInstanceOf(UnreadableEventException.class)
                .hasMessageContaining("QRT-6040")
                .hasMessageContaining("found=k1")
                .hasMessageContaining("expected=one of [k2]");
        assertRefused(SAGA, event("operation-succeeded", sealed.replace("\"k1\"", "7")), "QRT-6042");
        assertRefused(SAGA, event("operation-succeeded", sealed.replace("enc\":1", "enc\":2")), "QRT-6042");
        assertThatThrownBy(() -> new EventCodec().decode(SAGA, event("operation-succeeded", sealed)))
                .hasMessageContaining("QRT-6040");
        EventCodec wrong = new EventCodec(new AesGcmProtection(KeyRing.of("k1", Map.of("k1", K2), Map.of())));
        assertThatThrownBy(() -> wrong.decode(SAGA, event("operation-succeeded", sealed)))
                .hasMessageContaining("QRT-6041");
    }

    @Test
    void aTenantMayHaveAKeyOfItsOwn() {
        PayloadProtection byTenant =
                new AesGcmProtection(KeyRing.of("k1", Map.of("k1", K1, "k2", K2), Map.of("acme", "k2")));
        assertThat(byTenant.protect(SagaKey.parse("acme:pay:1"), "p", "x").key())
                .isEqualTo("k2");
        assertThat(byTenant.protect(SAGA, "p", "x").key()).isEqualTo("k1");
    }

    @Test
    void lettersAreProtectedForTheirIdAndWhoDecidesWhyStaysReadable() {
        LetterCodec letters = new LetterCodec(AES);
        Letter letter = new Letter(
                SAGA,
                "id-1",
                new Letter.Decided(
                        new OperatorDecision.ConfirmSucceeded("pay", "{\"name\":\"John\"}", "saw it"),
                        new Authority("alice", "customer waits", 7, "id-1")));
        String stored = letters.protect(letter);
        assertThat(stored).contains("alice", "customer waits").doesNotContain("John", "saw it");
        assertThat(letters.reveal(SAGA, "id-1", stored)).isEqualTo(letter.content());
        assertThatThrownBy(() -> letters.reveal(SAGA, "id-2", stored)).hasMessageContaining("QRT-6041");
        Letter told =
                new Letter(SAGA, "id-3", new Letter.Told("pay", "bank", new QueryAnswer.Found("{\"name\":\"John\"}")));
        assertThat(letters.reveal(SAGA, "id-3", letters.protect(told))).isEqualTo(told.content());
        assertThat(letters.reveal(SAGA, "id-3", new LetterCodec().protect(told)))
                .isEqualTo(told.content());
    }

    private String succeeded(String operation) {
        SagaEvent event = new SagaEvent.OperationSucceeded(operation, 1, "{\"name\":\"John\"}", Via.ANSWER, AT);
        String stored = codec.protect(SAGA, codec.encode(event)).json();
        assertThat(stored).contains("\"operation\":\"" + operation + "\"").doesNotContain("John");
        return stored;
    }

    private void assertRefused(SagaKey saga, EncodedEvent stored, String code) {
        assertThatThrownBy(() -> codec.decode(saga, stored))
                .isInstanceOf(UnreadableEventException.class)
                .hasMessageContaining(code);
    }

    private static EncodedEvent event(String type, String json) {
        return new EncodedEvent(type, 1, json);
    }
}

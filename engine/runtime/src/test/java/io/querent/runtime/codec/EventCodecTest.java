package io.querent.runtime.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.querent.decision.FrozenRequest;
import io.querent.decision.Item;
import io.querent.decision.ReviewReason;
import io.querent.decision.SagaEvent;
import io.querent.decision.Via;
import io.querent.saga.Amount;
import io.querent.saga.SagaKey;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Stored events stay readable: the golden file holds what the first release wrote, and is never changed. */
@Tag("every-java")
class EventCodecTest {
    private static final Instant AT = Instant.parse("2026-11-29T12:00:00.123456Z");
    private static final Instant LATER = AT.plusSeconds(60);

    private final EventCodec codec = new EventCodec();

    static List<SagaEvent> oneOfEach() {
        return List.of(
                new SagaEvent.SagaStarted(SagaKey.of("pay", "A:1"), 3, "{\"amount\":1.00}", "v1:ab", true, AT),
                new SagaEvent.AttemptStarted(
                        "pay", 1, new FrozenRequest("{\"a\":\"ä\"}", "v1:cd"), 7, "node", LATER, AT),
                new SagaEvent.AttemptStarted("pay", 2, null, 8, "node", LATER, AT),
                new SagaEvent.PriorSendSuspected("pay", new FrozenRequest("{}", "v1:ef"), LATER, LATER, AT),
                new SagaEvent.OperationSucceeded("pay", 1, "{\"ref\":\"x\"}", Via.QUERY, AT),
                new SagaEvent.OperationRejected("pay", 1, "51", "no funds", Via.ANSWER, AT),
                new SagaEvent.AttemptNotExecuted("pay", 1, "429", "slow down", LATER, AT),
                new SagaEvent.OperationGivenUp("pay", "never-executed", "8 attempts", AT),
                new SagaEvent.OperationPending("pay", "p-1", Via.ANSWER, LATER, AT),
                new SagaEvent.OutcomeUnknown("pay", 1, "reset", LATER, LATER, AT),
                new SagaEvent.QueryInconclusive("pay", 2, "NotFound", "too early", LATER, AT),
                new SagaEvent.AbsenceEstablished("pay", 3, LATER, AT),
                new SagaEvent.ReviewOpened("pay", ReviewReason.MISMATCH, "other amount", AT),
                new SagaEvent.EvidenceRecorded("pay", 1, "Succeeded", "{}", "node", AT),
                new SagaEvent.CompensationStarted("pay", "51: no funds", AT),
                new SagaEvent.SagaWoken("op", "why", "request", AT),
                new SagaEvent.SagaCompleted(AT),
                new SagaEvent.SagaCompensated(AT),
                new SagaEvent.SagaFailed(AT),
                new SagaEvent.CompensationStarted(null, "wanted by op", AT),
                new SagaEvent.CallbackReceived("pay", "m-1", "bank", "Found", null, "{\"ref\":\"x\"}", AT),
                new SagaEvent.CallbackReceived("pay", "m-2", "bank", "FoundRejected", "51", "no funds", AT),
                new SagaEvent.LateSuccess("pay", 1, "{\"ref\":\"x\"}", Via.CALLBACK, AT),
                new SagaEvent.OperationSucceeded("pay", 1, "{}", Via.OPERATOR, AT),
                new SagaEvent.QuestionsRenewed("pay", LATER, AT),
                new SagaEvent.AttemptsRenewed("pay", LATER, AT),
                new SagaEvent.EffectMadeGood("pay", "paid back by hand", AT),
                new SagaEvent.DecisionTaken("ask-again", "pay", "", "op", "why", 12, "request", AT),
                new SagaEvent.DecisionTaken("abandon", null, "", "op", "why", 13, "request", AT),
                new SagaEvent.SagaAbandoned(AT),
                new SagaEvent.SagaStarted(
                        SagaKey.of("pay", "A:1"), 3, "{}", "v1:ab", false, "default:big:B:1:run", null, AT),
                new SagaEvent.CallbackReceived(
                        "pay", "m-3", "bank", "FoundRefusedWithEffect", "fee", "fee kept", "{\"fee\":1}", AT),
                new SagaEvent.SagaPaused(AT),
                new SagaEvent.SagaResumed(AT),
                new SagaEvent.DeadlinePassed(AT),
                new SagaEvent.SagaRedriven("pay", AT),
                new SagaEvent.StepSkipped("pay", "not: amount is over 10", AT),
                new SagaEvent.BranchChosen("route", "domestic", AT),
                new SagaEvent.MessagePublished("tell", new FrozenRequest("{\"topic\":\"t\"}", "v1:cd"), AT),
                new SagaEvent.WaitStarted("wait", LATER, LATER, AT),
                new SagaEvent.WaitEscalated("wait", 1, "treasury", LATER, AT),
                new SagaEvent.WaitEnded("wait", "{}", Via.ENGINE, AT),
                new SagaEvent.WaitRefused("wait", "timed-out", "nothing came", Via.ENGINE, AT),
                new SagaEvent.StepReopened("wait", AT),
                new SagaEvent.ItemsListed("payouts", List.of(new Item("a", "{\"amount\":1.00}")), AT),
                new SagaEvent.OperationRefusedWithEffect("pay", 1, "fee", "fee kept", "{\"fee\":1}", Via.ANSWER, AT),
                new SagaEvent.EffectReversed("pay", "AC04", "account closed", AT),
                new SagaEvent.SagaStarted(SagaKey.of("pay", "A:1"), 3, "{}", "v1:ab", false, null, "abc", AT),
                new SagaEvent.SagaMoved(2, "abc", AT),
                new SagaEvent.DecisionTaken("compensate", null, "", "op", "why", 13, "request", AT, "second"),
                new SagaEvent.UndoOrdered("pay", AT),
                new SagaEvent.PartOrdered("pay", "pay.undo-1", Amount.of("60.00", "EUR"), Amount.of("100", "EUR"), AT),
                new SagaEvent.UndoWithdrawn("pay.undo-1", "it was refused: letter 7", AT),
                new SagaEvent.QueryInconclusive("pay", 2, "NotAsked", "circuit-open: nothing was sent", LATER, AT));
    }

    static Stream<String> goldenLines() throws IOException {
        try (InputStream file = EventCodecTest.class.getResourceAsStream("events-1.txt")) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8).lines().toList().stream();
        }
    }

    @ParameterizedTest
    @MethodSource("oneOfEach")
    void anEventIsReadAsItWasWritten(SagaEvent event) {
        assertThat(codec.decode(codec.encode(event))).isEqualTo(event);
    }

    @Test
    void everyKindOfEventIsWrittenAsTheGoldenFileSays() throws IOException {
        assertThat(oneOfEach().stream().map(this::line))
                .containsExactlyElementsOf(goldenLines().toList());
    }

    @Test
    void everyKindOfEventOfTheGoldenFileIsRead() throws IOException {
        assertThat(goldenLines().map(this::read)).containsExactlyElementsOf(oneOfEach());
    }

    @Test
    void everyKindOfEventHasAName() {
        List<Class<?>> kinds = Stream.concat(
                        Arrays.stream(SagaEvent.class.getPermittedSubclasses()),
                        Arrays.stream(SagaEvent.OperationEvent.class.getPermittedSubclasses()))
                .filter(Class::isRecord)
                .toList();
        assertThat(oneOfEach().stream().map(Object::getClass).distinct().toList())
                .hasSameElementsAs(kinds);
    }

    @Test
    void noNameIsAClassName() {
        assertThat(oneOfEach().stream().map(event -> codec.encode(event).type()))
                .allSatisfy(type -> assertThat(type).matches("[a-z-]+"));
    }

    @Test
    void aNulAndALoneSurrogateSurvive() {
        SagaEvent odd = new SagaEvent.OperationSucceeded("pay", 1, "\"\u0000 \ud800 \udc00\"", Via.ANSWER, AT);
        EncodedEvent stored = codec.encode(odd);
        byte[] bytes = stored.json().getBytes(StandardCharsets.UTF_8);

        EncodedEvent back = new EncodedEvent(stored.type(), 1, new String(bytes, StandardCharsets.UTF_8));

        assertThat(codec.decode(back)).isEqualTo(odd);
    }

    @Test
    void anUnknownNameOrRevisionIsSaidByName() {
        assertThatExceptionOfType(UnreadableEventException.class)
                .isThrownBy(() -> codec.decode(new EncodedEvent("saga-teleported", 1, "{}")))
                .withMessageContaining("QRT-3010")
                .withMessageContaining("saga-teleported");
        assertThatExceptionOfType(UnreadableEventException.class)
                .isThrownBy(() -> codec.decode(new EncodedEvent("saga-completed", 2, "{}")))
                .withMessageContaining("revision=2");
    }

    @Test
    void damageIsSaidByName() {
        assertThatExceptionOfType(UnreadableEventException.class)
                .isThrownBy(() -> codec.decode(new EncodedEvent("saga-completed", 1, "{\"at\":")))
                .withMessageContaining("QRT-3011");
    }

    private String line(SagaEvent event) {
        EncodedEvent stored = codec.encode(event);
        return stored.type() + " " + stored.revision() + " " + stored.json();
    }

    private SagaEvent read(String line) {
        String[] parts = line.split(" ", 3);
        return codec.decode(new EncodedEvent(parts[0], Integer.parseInt(parts[1]), parts[2]));
    }
}

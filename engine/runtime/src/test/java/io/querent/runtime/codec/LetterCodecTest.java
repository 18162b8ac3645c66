package io.querent.runtime.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.querent.decision.Authority;
import io.querent.decision.OperatorDecision;
import io.querent.decision.QueryAnswer;
import io.querent.runtime.journal.Letter;
import io.querent.saga.Amount;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Stored letters stay readable: the golden file holds what the first release wrote, and is never changed. */
class LetterCodecTest {
    private static final String ID = "m-1";

    private final LetterCodec codec = new LetterCodec();

    static List<Letter.Content> oneOfEach() {
        return List.of(
                new Letter.Told("pay", "bank", new QueryAnswer.Found("{\"ref\":\"ä\",\"amount\":1.00}")),
                new Letter.Told("pay", "bank", new QueryAnswer.FoundRejected("51", "no funds")),
                new Letter.Told("pay.undo", "bank", new QueryAnswer.FoundPending("p-1")),
                new Letter.Told("pay", "bank", new QueryAnswer.Mismatch("other amount")),
                decided(new OperatorDecision.ConfirmSucceeded("pay", "{\"ref\":\"x\"}", "statement of account")),
                decided(new OperatorDecision.ConfirmFailed("pay", "51", "the bank said so")),
                decided(new OperatorDecision.ConfirmNeverRan("pay", "not in their books")),
                decided(new OperatorDecision.AskAgain("pay")),
                decided(new OperatorDecision.Resend("pay")),
                decided(new OperatorDecision.MadeGood("pay", "paid back by hand")),
                decided(new OperatorDecision.Compensate()),
                decided(new OperatorDecision.Abandon()),
                new Letter.Woken("bob", "customer waits"),
                new Letter.Told("pay", "bank", new QueryAnswer.Reversed("AC04", "account closed")),
                new Letter.Told(
                        "pay", "bank", new QueryAnswer.FoundRefusedWithEffect("fee", "fee kept", "{\"fee\":1}")),
                decided(new OperatorDecision.Approve("pay")),
                decided(new OperatorDecision.Decline("pay")),
                decided(new OperatorDecision.Redrive("pay")),
                decided(new OperatorDecision.Cancel()),
                decided(new OperatorDecision.Pause()),
                decided(new OperatorDecision.Resume()),
                decided(new OperatorDecision.Move(2)),
                new Letter.Decided(new OperatorDecision.Compensate(), new Authority("alice", "why", 12, ID, "bob")),
                decided(new OperatorDecision.CompensateStep("pay")),
                decided(new OperatorDecision.CompensatePart("pay", Amount.of("60.00", "EUR"))));
    }

    private static Letter.Content decided(OperatorDecision decision) {
        return new Letter.Decided(decision, new Authority("alice", "why", 12, ID));
    }

    static Stream<String> goldenLines() throws IOException {
        try (InputStream file = LetterCodecTest.class.getResourceAsStream("letters-1.txt")) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8).lines().toList().stream();
        }
    }

    @ParameterizedTest
    @MethodSource("oneOfEach")
    void aLetterIsReadAsItWasWritten(Letter.Content content) {
        assertThat(codec.decode(ID, codec.encode(content))).isEqualTo(content);
    }

    @Test
    void everyKindOfLetterIsWrittenAsTheGoldenFileSays() throws IOException {
        assertThat(oneOfEach().stream().map(codec::encode))
                .containsExactlyElementsOf(goldenLines().toList());
    }

    @Test
    void everyKindOfLetterOfTheGoldenFileIsRead() throws IOException {
        assertThat(goldenLines().map(line -> codec.decode(ID, line))).containsExactlyElementsOf(oneOfEach());
    }

    @Test
    void everyKindOfContentAndDecisionIsInTheGoldenFile() {
        List<Object> written = oneOfEach().stream()
                .map(content -> content instanceof Letter.Decided decided ? decided.decision() : (Object) content)
                .toList();
        List<Class<?>> kinds = Stream.of(
                        Letter.Content.class.getPermittedSubclasses(),
                        OperatorDecision.class.getPermittedSubclasses(),
                        OperatorDecision.OnOperation.class.getPermittedSubclasses())
                .flatMap(Arrays::stream)
                .filter(kind -> kind.isRecord() && kind != Letter.Decided.class)
                .toList();

        assertThat(written.stream().map(Object::getClass).distinct().toList()).hasSameElementsAs(kinds);
    }

    @Test
    void allDecisionsAreKnownByTheirNames() {
        assertThat(oneOfEach().stream()
                        .filter(Letter.Decided.class::isInstance)
                        .map(content -> ((Letter.Decided) content).decision().name()))
                .containsOnlyOnceElementsOf(OperatorDecision.NAMES.stream()
                        .filter(name -> !name.equals("compensate"))
                        .toList())
                .allMatch(OperatorDecision.NAMES::contains);
    }

    @Test
    void aNulAndALoneSurrogateSurvive() {
        Letter.Content odd = new Letter.Told("pay", "bank", new QueryAnswer.Found("\"\u0000 \ud800 \udc00\""));
        byte[] bytes = codec.encode(odd).getBytes(StandardCharsets.UTF_8);

        assertThat(codec.decode(ID, new String(bytes, StandardCharsets.UTF_8))).isEqualTo(odd);
    }

    @Test
    void whatANewerVersionAddsIsPassedOver() {
        assertThat(codec.decode(ID, "{\"kind\":\"woken\",\"sender\":\"bob\",\"reason\":\"why\",\"mood\":\"good\"}"))
                .isEqualTo(new Letter.Woken("bob", "why"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"kind\":\"teleported\",\"sender\":\"s\"}",
                "{\"kind\":\"told\",\"sender\":\"s\",\"operation\":\"pay\",\"answer\":\"Guessed\"}",
                "{\"kind\":\"decided\",\"sender\":\"s\",\"reason\":\"r\",\"decision\":\"toss-a-coin\"}",
                "{\"kind\":\"decided\",\"sender\":\"s\",\"reason\":\"r\",\"decision\":\"cancel\",\"approvedBy\":\" S\"}",
                "{\"kind\":\"woken\",\"sender\":\"s\"}",
                "{\"sender\":\"s\"}",
                "{}"
            })
    void whatThisVersionDoesNotKnowIsSaidByName(String json) {
        assertThatExceptionOfType(UnreadableLetterException.class)
                .isThrownBy(() -> codec.decode(ID, json))
                .withMessageContaining("QRT-3012");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "[]", "{\"kind\":", "{\"kind\":\"decided\",\"revision\":\"x\"}"})
    void damageIsSaidByName(String json) {
        assertThatExceptionOfType(UnreadableLetterException.class)
                .isThrownBy(() -> codec.decode(ID, json))
                .withMessageContaining("QRT-3013");
    }
}

package io.querent.saga;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A saga's key says whose, which definition's and which piece of business it is, and is read back as it was written. */
class SagaKeyTest {
    @ParameterizedTest
    @ValueSource(strings = {"default:pay:order-1", "T_1:settlement:A:2026-11-29:v3", "t:d:a::b:", "t:d:.._--"})
    void theTextFormIsReadBackAsItWasWritten(String text) {
        assertThat(SagaKey.parse(text)).hasToString(text);
        assertThat(SagaKey.parse(text))
                .isEqualTo(SagaKey.parse(SagaKey.parse(text).toString()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "order-1", "default:order-1"})
    void textWithoutTenantAndDefinitionIsNoSagaKey(String text) {
        Refused.key(
                "QRT-1105",
                "the text is no saga key; length=" + text.length()
                        + ", expected=tenant:definition:businessKey; use the text that SagaKey.toString() wrote",
                () -> SagaKey.parse(text));
    }

    @Test
    void everyPartIsHeldToItsFormat() {
        Refused.key(
                "QRT-1101",
                "business key has an impossible length; length=0, expected=1 to 128 characters; use the number the business"
                        + " already knows this piece of work by",
                () -> SagaKey.parse("default:pay:"));
        Refused.key(
                "QRT-1102",
                "definition name holds a character that is not allowed; index=1, found=U+002E, expected=ASCII letters,"
                        + " digits and _ -; map the value to that alphabet before you start the saga",
                () -> SagaKey.parse("default:p.y:order-1"));
    }

    @Test
    void c25TwoTenantsWithOneBusinessKeyShareNothing() {
        SagaKey one = SagaKey.parse("T1:pay:1");
        SagaKey other = SagaKey.parse("T2:pay:1");

        assertThat(one).isNotEqualTo(other);
        assertThat(one.id()).isNotEqualTo(other.id());
        assertThat(one.operation("charge")).isNotEqualTo(other.operation("charge"));
        assertThat(one.operation("charge").encodedTo(22))
                .isNotEqualTo(other.operation("charge").encodedTo(22));
    }

    @Test
    void noTwoPlacesOfTheColonMakeOneKey() {
        assertThat(SagaKey.parse("t:pay:a:b").operation("c"))
                .isNotEqualTo(SagaKey.parse("t:pay:a").operation("b"));
        assertThat(SagaKey.parse("t:pay:a:b").operation("c").value()).isEqualTo("t:pay:a:b:c");
        assertThat(SagaKey.parse("t:pay:a").operation("b").value()).isEqualTo("t:pay:a:b");
    }
}

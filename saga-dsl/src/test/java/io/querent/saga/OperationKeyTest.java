package io.querent.saga;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An operation's key is the same for ever, is never cut, and shows what it makes good for. */
class OperationKeyTest {
    private static final OperationKey CHARGE = SagaKey.of("pay", "order-1").operation("charge");

    @Test
    void aKeyIsTenantDefinitionBusinessKeyAndStep() {
        assertThat(CHARGE).hasToString("default:pay:order-1:charge");
    }

    @Test
    void aCompensationHasAKeyOfItsOwnThatShowsTheLink() {
        OperationKey refund = CHARGE.compensation();

        assertThat(refund).hasToString("default:pay:order-1:charge.undo");
        assertThat(refund).isEqualTo(SagaKey.of("pay", "order-1").operation(OperationKey.compensationOf("charge")));
        assertThat(refund.isCompensation()).isTrue();
        assertThat(refund.original()).isEqualTo(CHARGE);
        assertThat(CHARGE.isCompensation()).isFalse();
        assertThatThrownBy(CHARGE::original)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("default:pay:order-1:charge is not the key of a compensation");
    }

    @Test
    void aBusinessKeyThatLooksLikeAnUndoMakesNoCompensation() {
        assertThat(SagaKey.of("pay", "order.undo").operation("charge").isCompensation())
                .isFalse();
    }

    @Test
    void c23TwoKeysThatShareTheirFirst64CharactersStayTwoKeys() {
        String shared = "k".repeat(100);
        OperationKey one = SagaKey.of("pay", shared + "1").operation("charge");
        OperationKey other = SagaKey.of("pay", shared + "2").operation("charge");

        assertThat(one.value().substring(0, 64)).isEqualTo(other.value().substring(0, 64));
        assertThat(one.encodedTo(64)).hasSizeLessThanOrEqualTo(64).isNotEqualTo(other.encodedTo(64));
    }

    @Test
    void aKeyThatFitsIsSentAsItIs() {
        int length = CHARGE.value().length();

        assertThat(CHARGE.encodedTo(length)).isEqualTo(CHARGE.value());
        assertThat(CHARGE.encodedTo(length - 1)).isNotEqualTo(CHARGE.value());
    }

    @Test
    void theDigestIsFrozen() {
        assertThat(CHARGE.encodedTo(22)).isEqualTo("BwJrc8TYxq1zry2WAJJkWr");
        assertThat(CHARGE.encodedTo(25)).isEqualTo("BwJrc8TYxq1zry2WAJJkWrADx");
        assertThat(CHARGE.compensation().encodedTo(25)).isEqualTo("zTJSTNFymu8_RN9s76HH_PH9x");
        assertThat(SagaKey.of("pay", "k".repeat(100)).operation("charge").encodedTo(64))
                .isEqualTo("JrbtdDqLP2jvkrTb75hvC51u1bAJjoauqqUlYf8Oc2k");
    }

    @ParameterizedTest
    @ValueSource(ints = {22, 25, 43, 64, 105})
    void aDigestFitsAndNeverEqualsAPlainKey(int longest) {
        String encoded = SagaKey.of("pay", "k".repeat(100)).operation("charge").encodedTo(longest);

        assertThat(encoded).hasSizeBetween(22, longest).doesNotContain(":");
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 0, 21})
    void aLimitThatCannotTellKeysApartIsRefused(int longest) {
        assertThatThrownBy(() -> CHARGE.encodedTo(longest))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a key of " + longest + " characters cannot be told apart safely; at least 22 are needed");
    }

    @Test
    void aKeyBeyondItsLengthIsRefused() {
        assertThat(new OperationKey("k".repeat(200)).value()).hasSize(200);
        Refused.key(
                "QRT-1101",
                "operation key has an impossible length; length=201, expected=1 to 200 characters; use the number the"
                        + " business already knows this piece of work by",
                () -> new OperationKey("k".repeat(201)));
    }
}

package io.querent.saga;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.StringReader;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Currency;
import java.util.Objects;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MinorUnitsTest {
    private static final MinorUnits ISO = MinorUnits.iso4217();

    @ParameterizedTest
    @CsvSource({
        "500, JPY, 500",
        "12.345, KWD, 12345",
        "1, UGX, 1",
        "10, ISK, 10",
        "10.00, EUR, 1000",
        "10, EUR, 1000",
        "0.01, EUR, 1",
        "-3.5, CHF, -350",
        "1.000000, CLP, 1",
        "0.0001, CLF, 1",
        "1E+3, EUR, 100000"
    })
    void anAmountIsExactlySoManySmallestUnits(String value, String currency, long minor) {
        Amount amount = Amount.of(value, currency);

        assertThat(ISO.toMinorLong(amount)).isEqualTo(minor);
        assertThat(ISO.toAmount(minor, currency).value()).isEqualByComparingTo(amount.value());
    }

    @ParameterizedTest
    @CsvSource({"10.005, EUR", "0.5, JPY", "1.2345, KWD", "1.5, UGX", "10.01, ISK", "-0.001, USD"})
    void tooManyDecimalPlacesAreRefusedAndNeverRounded(String value, String currency) {
        refused("QRT-1201", () -> ISO.toMinor(Amount.of(value, currency)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"XYZ", "XAU", "XTS", "XXX"})
    void anUnknownCurrencyIsRefusedAndSoIsACodeThatNamesNoMoney(String currency) {
        assertThat(ISO.knows(currency)).isFalse();
        refused("QRT-1202", () -> ISO.toMinor(Amount.of("1", currency)));
        refused("QRT-1202", () -> ISO.toAmount(1, currency));
    }

    @Test
    void aProvidersOwnTableComesBeforeIso4217() throws IOException {
        MinorUnits provider = ofResource("minor-units.properties");

        assertThat(provider.toMinorLong(Amount.of("10.00", "ISK"))).isEqualTo(1000);
        assertThat(ISO.toMinorLong(Amount.of("10.00", "ISK"))).isEqualTo(10);
        assertThat(provider.toMinorLong(Amount.of("10.00", "EUR"))).isEqualTo(1000);
        assertThat(provider.toAmount(1, "XBT").value()).isEqualByComparingTo("0.00000001");
        refused("QRT-1201", () -> provider.toMinor(Amount.of("10.50", "HUF")));
        assertThat(provider.except("HUF", 2).toMinorLong(Amount.of("10.50", "HUF")))
                .isEqualTo(1050);
        assertThat(provider.decimalPlaces("HUF")).isZero();
    }

    @Test
    void everyCurrencyOfThePlatformGoesThereAndBack() {
        for (Currency currency : Currency.getAvailableCurrencies()) {
            if (currency.getDefaultFractionDigits() < 0) {
                continue;
            }
            Amount amount = ISO.toAmount(123_456_789, currency.getCurrencyCode());
            assertThat(amount.value().scale()).as(amount.toString()).isEqualTo(currency.getDefaultFractionDigits());
            assertThat(ISO.toMinorLong(amount)).as(amount.toString()).isEqualTo(123_456_789);
        }
    }

    @Test
    void whatHasNoRoomIsRefused() {
        Amount most = ISO.toAmount(Long.MAX_VALUE, "EUR");

        assertThat(ISO.toMinorLong(most)).isEqualTo(Long.MAX_VALUE);
        refused("QRT-1203", () -> ISO.toMinorLong(most.plus(Amount.of("0.01", "EUR"))));
        refused("QRT-1203", () -> ISO.toAmount(BigInteger.TEN.pow(38), "EUR"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"ISK=two", "ISK=", "isk=2", "ISK=19", "ISK=-1", "ISKX=2", "ISK=2\nISK=2"})
    void aTableThatCannotBeMeantIsRefused(String table) {
        refused("QRT-1204", () -> MinorUnits.iso4217Except(new StringReader(table)));
    }

    private static MinorUnits ofResource(String name) throws IOException {
        try (Reader table = new InputStreamReader(
                Objects.requireNonNull(MinorUnitsTest.class.getResourceAsStream(name)), StandardCharsets.UTF_8)) {
            return MinorUnits.iso4217Except(table);
        }
    }

    private static void refused(String code, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        InvalidAmountException.class,
                        refusal -> assertThat(refusal.code()).isEqualTo(code));
    }
}

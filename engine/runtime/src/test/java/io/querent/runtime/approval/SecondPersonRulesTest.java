package io.querent.runtime.approval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.querent.decision.Authority;
import io.querent.decision.OperatorDecision;
import io.querent.saga.Amount;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One person is enough only where a rule says so for certain. */
class SecondPersonRulesTest {
    private static final Duration HOUR = Duration.ofHours(1);
    private static final OperatorDecision COMPENSATE = new OperatorDecision.Compensate();
    private static final SecondPersonRule ABOVE = new SecondPersonRule(
            "payment", Set.of("compensate"), List.of(Amount.of("1000", "EUR"), Amount.of("0", "JPY")), HOUR);

    private static boolean demands(SecondPersonRule rule, String definition, OperatorDecision decision, String amount) {
        Optional<Amount> known =
                amount == null ? Optional.empty() : Optional.of(Amount.of(amount.split(" ")[0], amount.split(" ")[1]));
        return new SecondPersonRules(List.of(rule))
                .demanding(definition, decision, () -> known)
                .isPresent();
    }

    @ParameterizedTest
    @CsvSource({
        "1000 EUR, false",
        "1000.00 EUR, false",
        "1000.01 EUR, true",
        "-1000.01 EUR, true",
        "0 JPY, false",
        "1 JPY, true",
        "5 USD, true",
        ", true"
    })
    void anAmountAboveOrUnknownOrOfACurrencyWithoutALimitNeedsTwo(String amount, boolean expected) {
        assertThat(demands(ABOVE, "payment", COMPENSATE, amount)).isEqualTo(expected);
    }

    @Test
    void aRuleIsAboutItsDefinitionAndItsDecisionsAlone() {
        assertThat(demands(ABOVE, "refund", COMPENSATE, null)).isFalse();
        assertThat(demands(ABOVE, "payment", new OperatorDecision.Abandon(), null))
                .isFalse();
        SecondPersonRule all = new SecondPersonRule("*", Set.of("*"), List.of(), HOUR);
        assertThat(demands(all, "refund", new OperatorDecision.Abandon(), "0 EUR"))
                .isTrue();
    }

    @Test
    void noAmountIsAskedForWhereNoRuleDependsOnIt() {
        SecondPersonRules rules =
                new SecondPersonRules(List.of(new SecondPersonRule("*", Set.of("abandon"), List.of(), HOUR), ABOVE));

        assertThat(rules.demanding("refund", COMPENSATE, SecondPersonRulesTest::nobodyAsks))
                .isEmpty();
        assertThat(rules.demanding("refund", new OperatorDecision.Abandon(), SecondPersonRulesTest::nobodyAsks))
                .isPresent();
    }

    private static Optional<Amount> nobodyAsks() {
        throw new AssertionError("asked");
    }

    @Test
    void whatOneRuleAllowsAnotherMayStillDemandTwoFor() {
        SecondPersonRule always = new SecondPersonRule("*", Set.of("compensate"), List.of(), HOUR);
        SecondPersonRules rules = new SecondPersonRules(List.of(ABOVE, always));

        assertThat(rules.demanding("payment", COMPENSATE, () -> Optional.of(Amount.of("1", "EUR"))))
                .contains(always);
        assertThat(SecondPersonRules.NONE.demanding("payment", COMPENSATE, Optional::empty))
                .isEmpty();
    }

    @Test
    void theRefusalSaysWhichRuleAndWhatToDo() {
        assertThat(SecondPersonRules.refusal(ABOVE, COMPENSATE, new Authority("ann", "why", 1, "r")))
                .isEqualTo(
                        "QRT-6021 the decision needs a second person; decision=compensate, operator=ann,"
                                + " rule=compensate of a saga of payment above 0 JPY or 1000 EUR; ask for approval in the console");
    }

    @Test
    void aMalformedRuleIsRefused() {
        assertThatThrownBy(() -> new SecondPersonRule(" ", Set.of("*"), List.of(), HOUR))
                .hasMessageContaining("definition");
        assertThatThrownBy(() -> new SecondPersonRule("*", Set.of(), List.of(), HOUR))
                .hasMessageContaining("decisions");
        assertThatThrownBy(() -> new SecondPersonRule(
                        "*", Set.of("*"), List.of(Amount.of("1", "EUR"), Amount.of("2", "EUR")), HOUR))
                .hasMessageContaining("one amount a currency");
        assertThatThrownBy(() -> new SecondPersonRule("*", Set.of("*"), List.of(Amount.of("-1", "EUR")), HOUR))
                .hasMessageContaining("above");
        assertThatThrownBy(() -> new SecondPersonRule("*", Set.of("*"), List.of(), Duration.ZERO))
                .hasMessageContaining("expires");
    }
}

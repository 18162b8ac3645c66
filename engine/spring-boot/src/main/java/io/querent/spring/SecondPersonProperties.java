package io.querent.spring;

import io.querent.decision.OperatorDecision;
import io.querent.runtime.approval.SecondPersonRule;
import io.querent.saga.Amount;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * One rule for a second person. Immutable; checked with the rules that it is one of, which know its place.
 *
 * @param definition name of the definition whose sagas it is for; * for all
 * @param decisions names of decisions, such as compensate; * for all
 * @param above amounts up to which one person is enough, one a currency, such as 1000 EUR; none where a second one is always needed
 * @param expires how long a request for a second person can be approved
 */
public record SecondPersonProperties(
        @DefaultValue("*") String definition,
        @DefaultValue("*") Set<String> decisions,
        @DefaultValue List<String> above,
        @DefaultValue("4h") Duration expires) {
    public SecondPersonProperties {
        decisions = Set.copyOf(decisions);
        above = List.copyOf(above);
    }

    /** @throws StartUpException QRT-5100 when a value cannot be used; {@code property} is its name's beginning */
    SecondPersonRule toRule(String property) {
        PropertyRange.requireWithin(property + ".expires", expires, Duration.ofMinutes(1), Duration.ofDays(30));
        if (definition.isBlank()) {
            throw StartUpException.property(property + ".definition", definition, "a definition's name, or *");
        }
        for (String decision : decisions) {
            if (!decision.equals(SecondPersonRule.ANY) && !OperatorDecision.NAMES.contains(decision)) {
                throw StartUpException.property(
                        property + ".decisions",
                        decision,
                        "* or names out of "
                                + OperatorDecision.NAMES.stream().sorted().toList());
            }
        }
        List<Amount> limits =
                above.stream().map(limit -> amount(property, limit)).toList();
        try {
            return new SecondPersonRule(definition, decisions, limits, expires);
        } catch (IllegalArgumentException refused) {
            throw StartUpException.property(property, this, String.valueOf(refused.getMessage()));
        }
    }

    private static Amount amount(String property, String text) {
        String[] parts = text.strip().split(" ", -1);
        try {
            if (parts.length == 2) {
                return new Amount(new BigDecimal(parts[0]), parts[1]);
            }
        } catch (IllegalArgumentException malformed) {
            throw refused(property, text);
        }
        throw refused(property, text);
    }

    private static StartUpException refused(String property, String text) {
        return StartUpException.property(property + ".above", text, "an amount and its currency, such as 1000.00 EUR");
    }
}

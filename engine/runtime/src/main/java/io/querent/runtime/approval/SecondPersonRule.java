package io.querent.runtime.approval;

import io.querent.saga.Amount;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Decisions that need a second person. Immutable; checks itself.
 *
 * @param definition name of the definition whose sagas it is for; {@value #ANY} for all
 * @param decisions names of decisions, as in {@link io.querent.decision.OperatorDecision#name()}; {@value #ANY} among them for all
 * @param above amounts, one a currency, up to which one person is enough; none where a second one is always needed
 * @param expires how long a request for a second person can be approved
 */
public record SecondPersonRule(String definition, Set<String> decisions, List<Amount> above, Duration expires) {
    /** Stands for all definitions, or all decisions. */
    public static final String ANY = "*";

    /** @throws IllegalArgumentException when a part is empty or out of range, or a currency has two amounts; the message names it */
    public SecondPersonRule {
        decisions = Set.copyOf(decisions);
        above = List.copyOf(above);
        require(!definition.isBlank(), "definition", definition, "a name, or " + ANY);
        require(!decisions.isEmpty(), "decisions", decisions, "names of decisions, or " + ANY);
        require(
                above.stream().map(Amount::currency).distinct().count() == above.size(),
                "above",
                above,
                "one amount a currency");
        require(above.stream().noneMatch(SecondPersonRule::isNegative), "above", above, "no amount below zero");
        require(
                expires.compareTo(Duration.ofMinutes(1)) >= 0 && expires.compareTo(Duration.ofDays(30)) <= 0,
                "expires",
                expires,
                "1 minute to 30 days");
    }

    /** Whether it is about such decisions of such sagas, whatever their amount. */
    public boolean isAbout(String sagaDefinition, String decision) {
        return (definition.equals(ANY) || definition.equals(sagaDefinition))
                && (decisions.contains(ANY) || decisions.contains(decision));
    }

    /**
     * Whether one person is not enough for an amount. What is not known, or is in a currency that the rule does not name, may be any
     * amount.
     */
    public boolean isAbove(Optional<Amount> amount) {
        return amount.flatMap(found -> above.stream()
                        .filter(limit -> limit.currency().equals(found.currency()))
                        .findFirst()
                        .map(limit -> found.value().abs().compareTo(limit.value()) > 0))
                .orElse(true);
    }

    /** The rule in words. */
    @Override
    public String toString() {
        String what = decisions.contains(ANY)
                ? "every decision"
                : decisions.stream().sorted().collect(Collectors.joining(" or "));
        String whose = definition.equals(ANY) ? "any saga" : "a saga of " + definition;
        String limits = above.stream().map(Amount::toString).sorted().collect(Collectors.joining(" or "));
        return what + " of " + whose + (above.isEmpty() ? "" : " above " + limits);
    }

    private static boolean isNegative(Amount amount) {
        return amount.value().signum() < 0;
    }

    private static void require(boolean holds, String part, Object found, String expected) {
        if (!holds) {
            throw new IllegalArgumentException(part + " must be " + expected + ", not " + found);
        }
    }
}

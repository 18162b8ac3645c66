package io.querent.runtime.approval;

import io.querent.decision.Authority;
import io.querent.decision.OperatorDecision;
import io.querent.saga.Amount;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * All rules of a node. They are held against a decision where it is carried out, so that no way of sending one leads past them; every
 * node has to be given the same. Immutable.
 *
 * @param rules in the order in which they are held against a decision; the first that demands a second person is named
 */
public record SecondPersonRules(List<SecondPersonRule> rules) {
    /** One person is enough for everything. */
    public static final SecondPersonRules NONE = new SecondPersonRules(List.of());

    public SecondPersonRules {
        rules = List.copyOf(rules);
    }

    /**
     * The rule that demands a second person for a decision.
     *
     * @param amount what the decision is about; asked for only when a rule depends on it, empty when nobody knows
     */
    public Optional<SecondPersonRule> demanding(
            String definition, OperatorDecision decision, Supplier<Optional<Amount>> amount) {
        List<SecondPersonRule> about = rules.stream()
                .filter(rule -> rule.isAbout(definition, decision.name()))
                .toList();
        if (about.isEmpty()) {
            return Optional.empty();
        }
        Optional<Amount> known =
                about.stream().allMatch(rule -> rule.above().isEmpty()) ? Optional.empty() : amount.get();
        return about.stream().filter(rule -> rule.isAbove(known)).findFirst();
    }

    /** A rule that may demand one for such decisions, depending on the amount: for many sagas at once it does. */
    public Optional<SecondPersonRule> about(String definition, OperatorDecision decision) {
        return rules.stream()
                .filter(rule -> rule.isAbout(definition, decision.name()))
                .findFirst();
    }

    /** What to tell who decides alone what {@code rule} demands two for. */
    public static String refusal(SecondPersonRule rule, OperatorDecision decision, Authority authority) {
        return "QRT-6021 the decision needs a second person; decision=" + decision.name() + ", operator="
                + authority.operator() + ", rule=" + rule + "; ask for approval in the console";
    }
}

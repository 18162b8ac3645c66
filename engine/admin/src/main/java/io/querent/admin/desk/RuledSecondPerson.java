package io.querent.admin.desk;

import io.querent.runtime.action.SecondPerson;
import io.querent.runtime.approval.SecondPersonRules;
import io.querent.runtime.journal.Letter;
import io.querent.runtime.journal.StoredSaga;
import io.querent.runtime.work.AmountsAtStake;
import java.util.Optional;

/** Asks for a second person by the rules that the nodes have. */
public final class RuledSecondPerson implements SecondPerson {
    private final SecondPersonRules rules;
    private final AmountsAtStake amounts;

    /** @param rules those that the nodes are given */
    public RuledSecondPerson(SecondPersonRules rules, AmountsAtStake amounts) {
        this.rules = rules;
        this.amounts = amounts;
    }

    @Override
    public Optional<Demand> demandOf(StoredSaga saga, Letter letter) {
        if (!(letter.content() instanceof Letter.Decided decided)) {
            return Optional.empty();
        }
        return rules.demanding(
                        saga.row().key().definition(),
                        decided.decision(),
                        () -> amounts.apply(saga.state(), decided.decision()))
                .map(rule -> new Demand(rule.toString(), rule.expires()));
    }
}

package io.querent.runtime.work;

import io.querent.decision.Authority;
import io.querent.decision.OperatorDecision;
import io.querent.decision.SagaState;
import io.querent.runtime.approval.SecondPersonRules;
import io.querent.runtime.journal.Letter;
import io.querent.saga.Amount;
import io.querent.saga.OperationKey;
import java.util.Optional;
import java.util.function.BiFunction;

/** Holds decisions against the rules for a second person, just before they are carried out. Thread-safe. */
final class SecondPersonCheck {
    private final SecondPersonRules rules;
    private final BiFunction<SagaState, OperatorDecision, Optional<Amount>> amounts;

    /** @param amounts what a decision about a saga is about; empty where nobody knows */
    SecondPersonCheck(SecondPersonRules rules, BiFunction<SagaState, OperatorDecision, Optional<Amount>> amounts) {
        this.rules = rules;
        this.amounts = amounts;
    }

    /** Why the letter is refused; empty when one person is enough for it, or two have agreed. */
    Optional<String> refusal(SagaState saga, Letter letter) {
        if (!(letter.content() instanceof Letter.Decided decided)
                || decided.authority().approvedBy() != null
                || isKnown(saga, decided.authority())
                || isOfParent(saga, letter.messageId(), decided.authority())) {
            return Optional.empty();
        }
        OperatorDecision decision = decided.decision();
        return rules.demanding(saga.key().definition(), decision, () -> amounts.apply(saga, decision))
                .map(rule -> SecondPersonRules.refusal(rule, decision, decided.authority()));
    }

    /** What was carried out already is said to be so, although a rule has come since. */
    private static boolean isKnown(SagaState saga, Authority authority) {
        return saga.handledRequests().contains(authority.requestId());
    }

    /** A saga that was started by another one turns back with it; whoever turned that one back was held against the rules there. */
    private static boolean isOfParent(SagaState saga, String messageId, Authority authority) {
        String parent = saga.origin().parent();
        return parent != null
                && messageId.startsWith(parent)
                && authority.operator().equals(ChildDesk.operatorOf(new OperationKey(parent).saga()));
    }
}

package io.querent.runtime.journal;

import io.querent.decision.Authority;
import io.querent.decision.OperatorDecision;
import io.querent.decision.QueryAnswer;
import io.querent.saga.QuerentException;
import io.querent.saga.SagaKey;

/**
 * Something that comes to a saga from outside: a downstream tells what became of an operation, or a person decides.
 *
 * @param saga whom it is for; the saga need not exist yet
 * @param messageId its own id: the same letter again is no second letter
 * @param content what it says
 */
public record Letter(SagaKey saga, String messageId, Content content) {
    private static final int LONGEST_NAME = 200;
    private static final int LONGEST_TEXT = 2_000;

    /** @throws QuerentException when an id, name or text is missing or too long; the message names it */
    public Letter {
        check("message id", messageId, LONGEST_NAME);
        check("sender", content.sender(), LONGEST_NAME);
        if (content instanceof Decided decided) {
            check("reason", decided.authority().reason(), LONGEST_TEXT);
            String approver = decided.authority().approvedBy();
            if (approver != null) {
                check("approver", approver, LONGEST_NAME);
            }
            if (decided.decision().needsEvidence()) {
                check("evidence", decided.decision().evidence(), LONGEST_TEXT);
            }
        } else if (content instanceof Woken woken) {
            check("reason", woken.reason(), LONGEST_TEXT);
        }
    }

    private static void check(String what, String text, int longest) {
        if (text.isBlank() || text.length() > longest || !isStorable(text)) {
            throw new QuerentException(
                    "QRT-3214",
                    "what comes to a saga from outside has to say who, why and which; the " + what + " is "
                            + (text.isBlank() ? "missing" : "not fit to be stored") + "; expected=1 to " + longest
                            + " characters without U+0000 and lone surrogates, found=" + text.length());
        }
    }

    /** An id that is stored as something else would be taken for another one. */
    private static boolean isStorable(String text) {
        return text.codePoints().noneMatch(c -> c == 0 || c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE);
    }

    /** What a letter says. */
    public sealed interface Content {
        /** Who says it. */
        String sender();
    }

    /**
     * A downstream tells what became of an operation.
     *
     * @param operation name of the operation within the saga
     * @param answer what it tells, not yet held against the request
     */
    public record Told(String operation, String sender, QueryAnswer answer) implements Content {}

    /** A person decides. The decision's request id is the letter's message id. */
    public record Decided(OperatorDecision decision, Authority authority) implements Content {
        @Override
        public String sender() {
            return authority.operator();
        }
    }

    /** A person wants the saga to go on now. */
    public record Woken(String sender, String reason) implements Content {}
}

package io.querent.receiver;

/**
 * What a person decided about an operation. It is written to the audit with the change it makes, or not at all.
 *
 * @param caller whose operation
 * @param key of the operation
 * @param requestId the decision's own id: the same one again is done once
 * @param operator who decides, as your authentication knows them
 * @param reason why, at most 2,000 characters; what was looked at and where
 * @param seenToken the operation's token when the person looked; refused when it has moved since
 */
public record OperationDecision(
        String caller, String key, String requestId, String operator, String reason, long seenToken, Verdict verdict) {
    private static final int LONGEST_REASON = 2000;
    private static final int LONGEST_OPERATOR = 200;

    /** @throws ReceiverException QRT-9001 or QRT-9008 when a part is missing or malformed */
    public OperationDecision {
        KeyFormat.check("caller", caller);
        KeyFormat.check("operation key", key);
        KeyFormat.check("request id of a decision", requestId);
        require("operator", operator, LONGEST_OPERATOR);
        require("reason", reason, LONGEST_REASON);
    }

    /** What it shall be. */
    public sealed interface Verdict {
        /** Refused, or unknown and certain to have taken no effect: it may run again when it is next asked for. */
        record RunAgain() implements Verdict {}

        /** Unknown, and certain to have taken effect: every repeat is told this. */
        record TookEffect(Body answer) implements Verdict {}

        /** Unknown, certain to have taken no effect, and it shall not: every repeat is told this. */
        record Refuse(String code, Body answer) implements Verdict {
            /** @throws ReceiverException QRT-9012 when the code is outside its format */
            public Refuse {
                RefusalCode.checked(code);
            }
        }
    }

    /** What came of a decision. */
    public enum Outcome {
        /** It is carried out. */
        DONE,
        /** It was carried out before, by the same request. */
        DONE_BEFORE,
        /** Another decision has the request's id. Nothing was done. */
        REQUEST_ID_REUSED,
        /** The operation has moved since it was looked at, or somebody holds it. Nothing was done: look again. */
        MOVED,
        /** The operation's status allows no such decision. Nothing was done. */
        ILLEGAL,
        /** There is no such operation. */
        NOT_FOUND
    }

    private static void require(String what, String text, int longest) {
        if (text.isBlank() || text.length() > longest || text.indexOf('\0') >= 0) {
            throw new ReceiverException(
                    "QRT-9008",
                    "a decision says no " + what + ", or too much; found=" + text.length()
                            + " characters, expected=1 to " + longest + "; nothing was done");
        }
    }
}

package io.querent.decision;

/** How an operation ended. */
public sealed interface Conclusion {
    /** Whether the downstream's word says the opposite. */
    default boolean contradicts(QueryAnswer answer) {
        if (this instanceof Reversed) {
            return false;
        }
        boolean tookEffect = !(this instanceof Refused);
        return answer instanceof QueryAnswer.Mismatch
                || answer instanceof QueryAnswer.FoundRefusedWithEffect && !(this instanceof Overtaken)
                || tookEffect && answer instanceof QueryAnswer.FoundRejected
                || answer instanceof QueryAnswer.Found found && isMoreThanKnown(found);
    }

    /** Of what was refused and left something behind, another result is not a repetition: more may stand than is known. */
    private boolean isMoreThanKnown(QueryAnswer.Found found) {
        return this instanceof Refused
                || this instanceof Overtaken overtaken && !overtaken.json().equals(found.result());
    }

    /** Whether the downstream's earlier word is not settled by this: it says the opposite, or that the effect was taken back since. */
    default boolean leavesOpen(QueryAnswer answer) {
        boolean tookEffect = !(this instanceof Refused || this instanceof Reversed);
        return contradicts(answer) || tookEffect && answer instanceof QueryAnswer.Reversed;
    }

    /**
     * It succeeded.
     *
     * @param json its result
     * @param madeGood whether a person has made good for it outside the engine
     */
    record Result(String json, boolean madeGood) implements Conclusion {
        Result(String json) {
            this(json, false);
        }
    }

    /**
     * It succeeded, and the provider has taken the effect back since.
     *
     * @param json its result; JSON null where nobody had told it before it was taken back
     */
    record Reversed(String json, String code, String message) implements Conclusion {}

    /**
     * It was refused, or given up before it took effect.
     *
     * @param byUs whether that is this engine's or a person's word and not the downstream's
     */
    record Refused(String code, String message, boolean byUs) implements Conclusion {}

    /**
     * It was given up, and then it took effect after all; or it was refused, and yet something took effect.
     *
     * @param code code with which it was given up or refused
     * @param json its result
     * @param madeGood whether a person has made good for it outside the engine
     */
    record Overtaken(String code, String message, String json, boolean madeGood) implements Conclusion {}
}

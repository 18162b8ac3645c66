package io.querent.admin.console.action;

import io.querent.runtime.action.Action;
import io.querent.runtime.action.ActionResult;

/** Says in words what is about to happen, and what came of it. */
final class Sentences {
    private Sentences() {}

    /** Words that follow "You are about to". */
    static String about(ActionForm form, String saga) {
        Action action = form.wanted();
        String on = action.about() == Action.About.OPERATION ? " " + form.operation() : "";
        String of = " of " + saga + ".";
        return switch (action) {
            case CONFIRM_SUCCEEDED ->
                "record that" + on + of(saga) + " took effect. The saga goes on with the result you give.";
            case CONFIRM_FAILED ->
                "record that the downstream refused" + on + of(saga) + " for good, with code " + form.code()
                        + ". The saga counts on it having no effect.";
            case CONFIRM_NEVER_RAN ->
                "record that" + on + of(saga)
                        + " never ran, and give it up. Should it arrive after all, it is made good for.";
            case ASK_NOW -> "ask the downstream now what became of" + on + of + " Nothing is sent again by that.";
            case RETRY_NOW -> "send" + on + of(saga) + " again: the same bytes under the same key.";
            case MADE_GOOD ->
                "record that the effect of" + on + of(saga)
                        + " was made good outside the engine. Nothing is sent for it any more.";
            case APPROVE -> "approve" + on + of + " The saga goes on with it.";
            case DECLINE -> "say no to" + on + of + " The saga goes on as its definition says for a refusal.";
            case SIGNAL -> "send" + on + of(saga) + " the word that it waits for.";
            case REDRIVE ->
                "go forward again from step" + on + of(saga) + ", under the same keys and with the same requests.";
            case COMPENSATE_STEP -> "make good for all that is left of what step" + on + of(saga) + " did.";
            case COMPENSATE_PART ->
                "make good for " + form.amount().strip() + " " + form.currency().strip() + " of what step" + on
                        + of(saga) + " did.";
            case COMPENSATE -> "turn " + saga + " back, and make good for all that took effect.";
            case CANCEL ->
                "turn " + saga + " back at once. What backs off is not tried again; what is unknown is asked for.";
            case PAUSE ->
                "pause " + saga + ". Nothing new is begun; what is under way ends, what is unknown is still asked for.";
            case RESUME -> "let " + saga + " go on.";
            case WAKE ->
                "let " + saga
                        + " go on now instead of at its due time. Nothing is sent that would not have been sent later.";
            case MOVE ->
                "have " + saga + " go on under version " + form.version().strip() + " of its definition.";
            case ABANDON ->
                "end " + saga
                        + " as it is. Nothing more is sent, also not what would make good for something. This cannot be taken back.";
        };
    }

    private static String of(String saga) {
        return " of " + saga;
    }

    /** What came of it, in a few words. */
    static String verdict(ActionResult.Effect effect) {
        return switch (effect) {
            case EFFECT_CONFIRMED -> "Effect confirmed";
            case CONFIRMED_ABSENT -> "Confirmed absent";
            case STILL_UNKNOWN -> "Still unknown";
            case ACCEPTED -> "Accepted";
            case RECORDED -> "Recorded";
            case NOTHING_NEW -> "Nothing was to be done";
            case REFUSED -> "Refused";
            case STALE -> "Refused: the case has moved";
            case AWAITS_APPROVAL -> "Waits for a second person";
            case PARKED -> "Put aside, nothing was done";
            default -> effect.name();
        };
    }

    static String tone(ActionResult.Effect effect) {
        return switch (effect) {
            case EFFECT_CONFIRMED, RECORDED -> "good";
            case CONFIRMED_ABSENT, NOTHING_NEW -> "calm";
            case STILL_UNKNOWN -> "doubt";
            case ACCEPTED -> "busy";
            case AWAITS_APPROVAL -> "person";
            default -> "bad";
        };
    }

    static String symbol(ActionResult.Effect effect) {
        return switch (effect) {
            case EFFECT_CONFIRMED, RECORDED -> "✓";
            case CONFIRMED_ABSENT -> "∅";
            case NOTHING_NEW -> "=";
            case STILL_UNKNOWN -> "?";
            case ACCEPTED -> "◷";
            case AWAITS_APPROVAL -> "⚑";
            default -> "✕";
        };
    }
}

package io.querent.admin.console.action;

import io.querent.runtime.action.Action;

/** What actions are called on buttons. */
final class Titles {
    private Titles() {}

    static String of(Action action) {
        return switch (action) {
            case CONFIRM_SUCCEEDED -> "It took effect";
            case CONFIRM_FAILED -> "It was refused";
            case CONFIRM_NEVER_RAN -> "It never ran";
            case ASK_NOW -> "Ask now";
            case RETRY_NOW -> "Retry now";
            case MADE_GOOD -> "Made good outside";
            case APPROVE -> "Approve";
            case DECLINE -> "Decline";
            case SIGNAL -> "Send the word";
            case REDRIVE -> "Redrive from here";
            case COMPENSATE_STEP -> "Compensate this step";
            case COMPENSATE_PART -> "Compensate a part";
            case COMPENSATE -> "Compensate";
            case CANCEL -> "Cancel";
            case PAUSE -> "Pause";
            case RESUME -> "Resume";
            case WAKE -> "Go on now";
            case MOVE -> "Move to a version";
            case ABANDON -> "Abandon";
        };
    }

    static boolean isGrave(Action action) {
        return switch (action) {
            case ASK_NOW, PAUSE, RESUME, WAKE -> false;
            default -> true;
        };
    }
}

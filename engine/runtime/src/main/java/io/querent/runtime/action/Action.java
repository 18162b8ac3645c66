package io.querent.runtime.action;

import java.util.Locale;
import java.util.Optional;

/** What people may do to a saga or one of its operations. */
public enum Action {
    CONFIRM_SUCCEEDED(About.OPERATION, "record that it took effect"),
    CONFIRM_FAILED(About.OPERATION, "record that the downstream refused it for good"),
    CONFIRM_NEVER_RAN(About.OPERATION, "record that it never ran, and give it up"),
    ASK_NOW(About.OPERATION, "ask the downstream now"),
    RETRY_NOW(About.OPERATION, "send the same bytes again under the same key"),
    MADE_GOOD(About.OPERATION, "record that its effect was made good outside the engine"),
    APPROVE(About.OPERATION, "approve what the step waits for"),
    DECLINE(About.OPERATION, "say no to what the step waits for"),
    SIGNAL(About.OPERATION, "send the word that the step waits for"),
    REDRIVE(About.OPERATION, "go forward again from this step, under the same keys"),
    COMPENSATE_STEP(About.OPERATION, "make good for this step"),
    COMPENSATE_PART(About.OPERATION, "make good for a part of this step's amount"),
    COMPENSATE(About.SAGA, "turn the saga back, and make good for all that took effect"),
    CANCEL(About.SAGA, "turn the saga back at once"),
    PAUSE(About.SAGA, "begin nothing new until it is resumed"),
    RESUME(About.SAGA, "let it go on"),
    WAKE(About.SAGA, "let it go on now instead of at its due time"),
    MOVE(About.SAGA, "go on under a newer version of its definition"),
    ABANDON(About.SAGA, "end it as it is; nothing more is sent");

    private final About about;
    private final String words;

    Action(About about, String words) {
        this.about = about;
        this.words = words;
    }

    /** What an action is about. */
    public enum About {
        SAGA,
        OPERATION
    }

    /** What it is about. */
    public About about() {
        return about;
    }

    /** What will happen, in words that follow "to". */
    public String words() {
        return words;
    }

    /** Its name in URLs, forms and JSON: {@code confirm-succeeded}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Whether it states what is true and has to say what that relies on. */
    public boolean needsEvidence() {
        return this == CONFIRM_SUCCEEDED || this == CONFIRM_FAILED || this == CONFIRM_NEVER_RAN || this == MADE_GOOD;
    }

    /** Whether it sends new operations or has some sent that would not be sent now: what they are is shown before. */
    public boolean hasPreview() {
        return this == COMPENSATE
                || this == CANCEL
                || this == COMPENSATE_STEP
                || this == COMPENSATE_PART
                || this == REDRIVE
                || this == RETRY_NOW;
    }

    /** The action of that name. */
    public static Optional<Action> of(String label) {
        for (Action action : values()) {
            if (action.label().equals(label)) {
                return Optional.of(action);
            }
        }
        return Optional.empty();
    }
}

package io.querent.admin.console.action;

import org.jspecify.annotations.Nullable;

/**
 * The form of an action.
 *
 * @param heading the action on what, as a heading
 * @param words what it does, in words that follow "You want to"
 * @param wants which fields it has beside the reason
 * @param left how much may be made good for at most; empty where that is not known
 * @param wrong what was wrong with what was sent; null at first
 * @param preview what would come of it; null where that is shown only when the fields are filled in
 */
public record FormView(
        ActionForm form,
        String sagaLink,
        String sagaKey,
        String status,
        String heading,
        String words,
        Wants wants,
        String left,
        @Nullable String wrong,
        @Nullable PreviewView preview) {

    /** Which fields a form has beside the reason. */
    public record Wants(
            boolean evidence, boolean code, boolean result, boolean word, boolean amount, boolean version) {}
}

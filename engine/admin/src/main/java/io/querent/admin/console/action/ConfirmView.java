package io.querent.admin.console.action;

import org.jspecify.annotations.Nullable;

/**
 * What is about to happen, to be confirmed.
 *
 * @param sentence "You are about to …"
 * @param preview what would come of it; null for an action that sends nothing
 * @param moved whether the saga has moved since the form was shown
 */
public record ConfirmView(
        ActionForm form,
        String sagaLink,
        String sagaKey,
        String status,
        String title,
        String sentence,
        boolean grave,
        @Nullable PreviewView preview,
        boolean moved) {}

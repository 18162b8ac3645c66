package io.querent.testkit.explorer;

import org.jspecify.annotations.Nullable;

/** A rule does not hold in some world. Has no stack trace: what led there is the history. */
final class RuleBroken extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String rule;

    RuleBroken(String rule, @Nullable Throwable cause) {
        super(rule, cause, false, false);
        this.rule = rule;
    }

    /** What is not as it must be. */
    String rule() {
        return rule;
    }

    /** Fails with {@code message} unless the rule holds. */
    static void unless(boolean holds, String message, @Nullable Object... arguments) {
        if (!holds) {
            throw new RuleBroken(String.format(message, arguments), null);
        }
    }
}

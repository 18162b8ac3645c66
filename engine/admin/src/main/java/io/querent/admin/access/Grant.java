package io.querent.admin.access;

import io.querent.saga.QuerentException;

/**
 * A role, for one definition or for all. Written {@code operator:payment}, or {@code operator} for all.
 *
 * @param definition name of the definition, or {@value #EVERY}
 */
public record Grant(Role role, String definition) {
    /** Stands for every definition. */
    public static final String EVERY = "*";

    private static final int LONGEST_DEFINITION = 48;

    /** @throws QuerentException QRT-6060 when the definition's name is impossible */
    public Grant {
        if (!definition.equals(EVERY) && !definition.matches("[A-Za-z0-9_-]{1," + LONGEST_DEFINITION + "}")) {
            throw malformed(role.label() + ":" + definition);
        }
    }

    /**
     * Reads a grant as it is written.
     *
     * @throws QuerentException QRT-6060 when it is malformed
     */
    public static Grant parse(String text) {
        int colon = text.indexOf(':');
        String label = colon < 0 ? text : text.substring(0, colon);
        Role role = Role.of(label).orElseThrow(() -> malformed(text));
        return new Grant(role, colon < 0 ? EVERY : text.substring(colon + 1));
    }

    /** Whether it allows that, for that definition. */
    public boolean allows(Permission permission, String ofDefinition) {
        return role.has(permission) && (coversAll() || definition.equals(ofDefinition));
    }

    /** Whether it is for every definition. */
    public boolean coversAll() {
        return definition.equals(EVERY);
    }

    @Override
    public String toString() {
        return coversAll() ? role.label() : role.label() + ":" + definition;
    }

    private static QuerentException malformed(String text) {
        String shown = text.length() > 100 ? text.substring(0, 100) + "…" : text;
        return new QuerentException(
                "QRT-6060",
                "this is no grant; expected=viewer, operator, approver or admin, with :definition where it is for one alone,"
                        + " found=" + shown);
    }
}

package io.querent.admin.access;

/**
 * Somebody who has signed in, and what they may do.
 *
 * @param name the name that goes into the audit
 */
public record Person(String name, Grants grants) {
    /** @throws AccessDeniedException when that is not allowed for the definition */
    public void require(Permission permission, String definition) {
        if (!grants.allow(permission, definition)) {
            throw AccessDeniedException.of(this, permission, definition);
        }
    }

    /** @throws AccessDeniedException when that is not allowed for any definition */
    public void requireSomewhere(Permission permission) {
        if (!grants.allowSomewhere(permission)) {
            throw AccessDeniedException.of(this, permission, "any definition");
        }
    }

    /** @throws AccessDeniedException when that is not allowed for every definition */
    public void requireEverywhere(Permission permission) {
        if (!grants.allowEverywhere(permission)) {
            throw AccessDeniedException.of(this, permission, "all definitions");
        }
    }
}

package io.querent.admin.access;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** A set of permissions under a name. */
public enum Role {
    /** Looks. */
    VIEWER(EnumSet.of(Permission.VIEW)),
    /** Looks and acts. */
    OPERATOR(EnumSet.of(Permission.VIEW, Permission.START, Permission.ACT)),
    /** Looks, approves what others want to do, and reads the audit. */
    APPROVER(EnumSet.of(Permission.VIEW, Permission.APPROVE, Permission.AUDIT)),
    /** May do everything; still nobody approves what they asked for themselves. */
    ADMIN(EnumSet.allOf(Permission.class));

    private final Set<Permission> permissions;

    Role(Set<Permission> permissions) {
        this.permissions = Set.copyOf(permissions);
    }

    /** Whether the role has that permission. */
    public boolean has(Permission permission) {
        return permissions.contains(permission);
    }

    /** The role's name as it is configured and stored. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The role of that name. */
    public static Optional<Role> of(String label) {
        for (Role role : values()) {
            if (role.label().equals(label)) {
                return Optional.of(role);
            }
        }
        return Optional.empty();
    }
}

package io.querent.admin.access;

import io.querent.saga.QuerentException;
import java.util.Locale;

/** A person wants what none of their grants allows. */
public final class AccessDeniedException extends QuerentException {
    private static final long serialVersionUID = 1L;

    private AccessDeniedException(String message) {
        super("QRT-6061", message);
    }

    static AccessDeniedException of(Person person, Permission permission, String scope) {
        return new AccessDeniedException("this is not allowed; who=" + person.name() + ", needed="
                + permission.name().toLowerCase(Locale.ROOT) + " for " + scope
                + "; ask an administrator for a role that has it");
    }
}

package io.querent.admin.security;

import java.io.Serializable;
import java.security.Principal;

/**
 * Who has signed in with a local account. What they may do is read with every request.
 *
 * @param epoch the account's at the time: another one ends the session
 */
record LocalPerson(String name, long epoch) implements Principal, Serializable {
    @Override
    public String getName() {
        return name;
    }
}

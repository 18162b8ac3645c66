package io.querent.admin.security;

import io.querent.admin.access.Role;
import io.querent.runtime.admin.Accounts;
import io.querent.runtime.journal.JournalUnavailableException;
import java.time.Instant;
import java.util.Set;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.security.crypto.password.PasswordEncoder;

/** Makes the first account where there is none, and prints its password once. Of several nodes that start at once, one makes it. */
public final class FirstAccount {
    private static final Logger LOG = LoggerFactory.getLogger(FirstAccount.class);

    private final Accounts accounts;
    private final PasswordEncoder encoder;
    private final String name;

    /** @param name the account's name; empty to make none */
    public FirstAccount(Accounts accounts, PasswordEncoder encoder, String name) {
        this.accounts = accounts;
        this.encoder = encoder;
        this.name = name;
    }

    /**
     * Makes it, if there is no account.
     *
     * @return whether there is nothing more to try
     */
    public boolean make() {
        if (name.isEmpty()) {
            return true;
        }
        try {
            if (accounts.isEmpty()) {
                create();
            }
            return true;
        } catch (JournalUnavailableException later) {
            LOG.debug("the first account is looked for later: {}", later.getMessage());
            return false;
        }
    }

    private void create() {
        String password = Passwords.generate();
        Accounts.Account first = new Accounts.Account(
                name, encoder.encode(password), Set.of(Role.ADMIN.label()), true, false, 1, Instant.EPOCH);
        if (accounts.create(first, "querent", UUID.randomUUID().toString())) {
            LOG.warn(
                    "the console's first account is {} with password {} ; it is printed this once, change it after you have signed in",
                    name,
                    password);
        }
    }
}

package io.querent.admin.security;

import io.querent.runtime.admin.Accounts;
import org.springframework.security.authentication.AuthenticationProvider;
import org.springframework.security.crypto.password.PasswordEncoder;

/** Signs people in by local accounts. Thread-safe. */
public final class LocalSignIn {
    private final LocalAccounts provider;

    /** @param encoder how passwords are hashed */
    public LocalSignIn(Accounts accounts, PasswordEncoder encoder) {
        this.provider = new LocalAccounts(accounts, encoder);
    }

    AuthenticationProvider provider() {
        return provider;
    }
}

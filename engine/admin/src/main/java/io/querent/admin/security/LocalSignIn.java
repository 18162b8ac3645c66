package io.querent.admin.security;

import io.querent.runtime.admin.Accounts;
import org.springframework.security.authentication.AuthenticationProvider;
import org.springframework.security.crypto.password.PasswordEncoder;

/** Signs people in by local accounts. Thread-safe. */
public final class LocalSignIn {
    private final LocalAccounts provider;

    /**
     * @param encoder how passwords are hashed
     * @param signIns where wrong passwords are audited
     */
    public LocalSignIn(Accounts accounts, PasswordEncoder encoder, SignInLog signIns) {
        this.provider = new LocalAccounts(accounts, encoder, signIns);
    }

    AuthenticationProvider provider() {
        return provider;
    }
}

package io.querent.admin.security;

import io.querent.admin.access.Grants;
import io.querent.runtime.admin.Accounts;
import io.querent.runtime.admin.Accounts.Account;
import io.querent.saga.QuerentException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.springframework.security.crypto.password.PasswordEncoder;

/**
 * Where local accounts are made and changed. Passwords of others are generated, shown once and have to be changed at the first sign-in.
 * Who may do it is for the caller to check. Thread-safe.
 */
public final class AccountDesk {
    private static final int SHORTEST_PASSWORD = 12;
    /** BCrypt hears no more bytes than this. */
    private static final int LONGEST_PASSWORD = 72;

    private final Accounts accounts;
    private final PasswordEncoder encoder;

    /** @param encoder the one that {@link LocalSignIn} has */
    public AccountDesk(Accounts accounts, PasswordEncoder encoder) {
        this.accounts = accounts;
        this.encoder = encoder;
    }

    /** All accounts, by name. */
    public List<Account> all() {
        return accounts.all();
    }

    /** The account of that name. */
    public Optional<Account> find(String name) {
        return accounts.find(name);
    }

    /**
     * Makes an account.
     *
     * @param grants each {@code role} or {@code role:definition}
     * @return its password; empty when there is an account of this name already
     * @throws QuerentException QRT-6060 or QRT-6092 when a grant or the name is malformed
     */
    public Optional<String> create(String name, Set<String> grants, String by, String requestId) {
        if (!name.matches("[\\p{L}\\p{N}][\\p{L}\\p{N}._@-]{0,99}")) {
            throw new QuerentException(
                    "QRT-6092",
                    "this is no account name; expected=1 to 100 letters, digits, . _ @ -, the first a letter or digit, found="
                            + name.length() + " characters");
        }
        Grants.parse(grants);
        String password = Passwords.generate();
        Account account = new Account(name, encoder.encode(password), grants, true, true, 1, Instant.EPOCH);
        return accounts.create(account, by, requestId) ? Optional.of(password) : Optional.empty();
    }

    /**
     * Replaces what an account may do.
     *
     * @return false when there is no such account
     * @throws QuerentException QRT-6060 when a grant is malformed
     */
    public boolean change(String name, Set<String> grants, boolean enabled, String by, String requestId) {
        Grants.parse(grants);
        return accounts.change(name, grants, enabled, by, requestId);
    }

    /**
     * Gives an account another password, and ends its sessions.
     *
     * @return the password; empty when there is no such account
     */
    public Optional<String> reset(String name, String by, String requestId) {
        String password = Passwords.generate();
        return accounts.changePassword(name, encoder.encode(password), true, by, requestId)
                ? Optional.of(password)
                : Optional.empty();
    }

    /**
     * Replaces a person's own password, and ends all their sessions, this one too.
     *
     * @return false when {@code old} is wrong
     * @throws QuerentException QRT-6093 when the new one is too short, too long or the old one
     */
    public boolean changeOwn(String name, String old, String replacement, String requestId) {
        int bytes = replacement.getBytes(java.nio.charset.StandardCharsets.UTF_8).length;
        if (replacement.length() < SHORTEST_PASSWORD || bytes > LONGEST_PASSWORD || replacement.equals(old)) {
            throw new QuerentException(
                    "QRT-6093",
                    "this cannot be the new password; expected=at least " + SHORTEST_PASSWORD + " characters, at most "
                            + LONGEST_PASSWORD + " bytes, and not the old one, found=" + replacement.length()
                            + " characters");
        }
        boolean right = accounts.find(name)
                .filter(account -> account.enabled() && encoder.matches(old, account.passwordHash()))
                .isPresent();
        return right && accounts.changePassword(name, encoder.encode(replacement), false, name, requestId);
    }
}

package io.querent.runtime.admin;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Local accounts, for a start and for where no identity provider is. Changes are audited in the same transaction. Thread-safe. */
public interface Accounts {
    /** The account of that name. */
    Optional<Account> find(String name);

    /** All accounts, by name; at most 1,000. */
    List<Account> all();

    /** Whether there is none: whoever finds it so may make the first. */
    boolean isEmpty();

    /**
     * Makes an account.
     *
     * @return false when there is one of this name already
     */
    boolean create(Account account, String by, String requestId);

    /**
     * Replaces grants and whether it is enabled.
     *
     * @return false when there is no such account
     */
    boolean change(String name, Set<String> grants, boolean enabled, String by, String requestId);

    /**
     * Replaces the password's hash, and ends every session of the account by raising its epoch.
     *
     * @return false when there is no such account
     */
    boolean changePassword(String name, String passwordHash, boolean mustChange, String by, String requestId);

    /** Counts a wrong password, and gives until when no further try is heard; null while it is heard at once. By the database's clock. */
    @Nullable
    Instant failed(String name, String address);

    /** Until when no try from there for that name is heard; null when it is heard at once. */
    @Nullable
    Instant barredUntil(String name, String address);

    /** Forgets wrong passwords of that name and address. */
    void succeeded(String name, String address);

    /**
     * An account.
     *
     * @param name 1 to 100 characters, without spaces at its ends
     * @param passwordHash as the password encoder wrote it
     * @param grants each {@code role} or {@code role:definition}: {@code operator:payment}
     * @param mustChange whether the password has to be changed before anything else
     * @param epoch grows with every change of password or grants; sessions of an older epoch are over
     */
    record Account(
            String name,
            String passwordHash,
            Set<String> grants,
            boolean enabled,
            boolean mustChange,
            long epoch,
            Instant createdAt) {
        public Account {
            grants = Set.copyOf(grants);
        }
    }
}

package io.querent.runtime.admin;

import io.querent.saga.QuerentException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Local accounts, for a start and for where no identity provider is. Changes are audited in the same transaction. Thread-safe. */
public interface Accounts {
    /** Most accounts. */
    int MOST = 1_000;

    /** The account of that name; names that differ only in case, or in spaces at their ends, are one. */
    Optional<Account> find(String name);

    /** Tries of a name from an address that cost no wait. */
    int FREE_TRIES = 5;

    /** Tries from an address, under whatever names, that cost no wait. */
    int FREE_TRIES_OF_ADDRESS = 20;

    /** All accounts, by name; at most {@value #MOST}. */
    List<Account> all();

    /** Whether there is none: whoever finds it so may make the first. */
    boolean isEmpty();

    /**
     * Makes an account; its epoch and time are the database's to say.
     *
     * @return false when there is one of this name already
     * @throws io.querent.saga.QuerentException when there are too many, or the request id was used for something else
     */
    boolean create(Account account, String by, String requestId);

    /**
     * Replaces grants and whether it is enabled, and ends every session of the account by raising its epoch.
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

    /**
     * Counts a wrong password, and gives until when no further try is heard; null while it is heard at once. By the database's clock.
     * After {@value #FREE_TRIES} of a name from an address, or {@value #FREE_TRIES_OF_ADDRESS} from an address under whatever names, each
     * one doubles the wait, from a second to a quarter of an hour. What is older than an hour, or a day while it bars, is forgotten.
     *
     * @param address where it came from; of IPv6, the network rather than the host, as who has one has all of it
     */
    @Nullable
    Instant failed(String name, String address);

    /** Until when no try from there for that name is heard; null when it is heard at once. */
    @Nullable
    Instant barredUntil(String name, String address);

    /** Forgets wrong passwords of that name and address; those of the address under other names stay. */
    void succeeded(String name, String address);

    /**
     * An account.
     *
     * @param name 1 to 100 characters, without spaces at its ends, and without colons, which only names that are no person's have
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
        private static final Pattern NAME = Pattern.compile("[^\\p{Cc}\\p{Cf}\\p{Cs}:]{1,100}");
        private static final Pattern HASH =
                Pattern.compile("(?!\\{noop\\})(\\{[A-Za-z0-9@._-]+\\}|\\$[a-z0-9-]+\\$)\\S{16,400}");
        private static final Pattern GRANT =
                Pattern.compile("(viewer|operator|approver|admin)(:[A-Za-z0-9._-]{1,48})?");

        /** @throws QuerentException QRT-6024 when a part is malformed; its value is not in the message */
        public Account {
            grants = Set.copyOf(grants);
            require(NAME.matcher(name).matches() && name.strip().equals(name), name, "name", "1 to 100 characters");
            require(HASH.matcher(passwordHash).matches(), name, "password hash", "{id}hash or $id$hash");
            require(
                    grants.stream().allMatch(grant -> GRANT.matcher(grant).matches()),
                    name,
                    "grants",
                    "role:definition");
        }

        private static void require(boolean holds, String name, String what, String expected) {
            if (!holds) {
                throw new QuerentException(
                        "QRT-6024",
                        "what came from a person cannot be used; key=account, part=" + what + ", expected=" + expected
                                + ", found=something else in an account whose name has " + name.length()
                                + " characters; correct it");
            }
        }

        /** The hash is nobody's business. */
        @Override
        public String toString() {
            return "Account[" + name + ", " + grants + (enabled ? "" : ", disabled") + "]";
        }
    }
}

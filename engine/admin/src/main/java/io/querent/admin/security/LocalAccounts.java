package io.querent.admin.security;

import io.querent.runtime.admin.Accounts;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.security.authentication.AuthenticationProvider;
import org.springframework.security.authentication.BadCredentialsException;
import org.springframework.security.authentication.LockedException;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.crypto.password.PasswordEncoder;
import org.springframework.security.web.authentication.WebAuthenticationDetails;

/**
 * Checks names and passwords of local accounts. After some wrong ones, further tries for that name from that address are not heard for a
 * while that doubles; whether an account exists does not show in what is said nor in how long it takes. Thread-safe.
 */
final class LocalAccounts implements AuthenticationProvider {
    private static final Logger LOG = LoggerFactory.getLogger(LocalAccounts.class);
    private static final int LONGEST_NAME = 100;
    private static final int LONGEST_PASSWORD = 72;
    private static final String WRONG = "name or password is wrong";

    private final Accounts accounts;
    private final PasswordEncoder encoder;
    private final SignInLog signIns;
    private final RecentlySeen recent;
    private final String nobodysHash;

    LocalAccounts(Accounts accounts, PasswordEncoder encoder, SignInLog signIns) {
        this.accounts = accounts;
        this.signIns = signIns;
        this.encoder = encoder;
        this.recent = new RecentlySeen();
        this.nobodysHash = encoder.encode(Passwords.generate());
    }

    @Override
    public Authentication authenticate(Authentication tried) {
        String name = tried.getName();
        String password = tried.getCredentials() == null ? "" : String.valueOf(tried.getCredentials());
        if (name.isBlank() || name.length() > LONGEST_NAME || password.length() > LONGEST_PASSWORD) {
            throw new BadCredentialsException(WRONG);
        }
        String address = address(tried);
        requireHeard(accounts.barredUntil(name, address));
        Optional<Accounts.Account> account = accounts.find(name);
        if (!isRight(account, password)) {
            LOG.warn("a sign-in failed; name={}, address={}", SignInLog.printable(name), address);
            signIns.refused(name, address);
            requireHeard(accounts.failed(name, address));
            throw new BadCredentialsException(WRONG);
        }
        accounts.succeeded(name, address);
        Accounts.Account known = account.orElseThrow();
        return UsernamePasswordAuthenticationToken.authenticated(
                new LocalPerson(known.name(), known.epoch()), null, List.of());
    }

    @Override
    public boolean supports(Class<?> authentication) {
        return UsernamePasswordAuthenticationToken.class.isAssignableFrom(authentication);
    }

    private boolean isRight(Optional<Accounts.Account> account, String password) {
        String hash = account.map(Accounts.Account::passwordHash).orElse(nobodysHash);
        boolean matches = recent.knows(hash, password) || encoder.matches(password, hash);
        if (matches && account.filter(Accounts.Account::enabled).isPresent()) {
            recent.remember(hash, password);
            return true;
        }
        return false;
    }

    private static void requireHeard(@Nullable Instant barredUntil) {
        if (barredUntil != null) {
            throw new LockedException("too many wrong passwords; the next try is heard at " + barredUntil);
        }
    }

    private static String address(Authentication tried) {
        return tried.getDetails() instanceof WebAuthenticationDetails details
                ? String.valueOf(details.getRemoteAddress())
                : "unknown";
    }
}

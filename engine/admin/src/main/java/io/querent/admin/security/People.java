package io.querent.admin.security;

import io.querent.admin.access.Grants;
import io.querent.admin.access.Person;
import io.querent.runtime.admin.Accounts;
import java.util.Optional;
import org.springframework.security.core.Authentication;
import org.springframework.security.oauth2.core.user.OAuth2User;
import org.springframework.security.oauth2.jwt.Jwt;

/** Who an authentication is of, and what they may do now. Thread-safe. */
public final class People {
    private final Accounts accounts;
    private final ClaimGrants claims;

    /** @param claims how an identity provider's claims become grants */
    public People(Accounts accounts, ClaimGrants claims) {
        this.accounts = accounts;
        this.claims = claims;
    }

    /** The person; empty when their account is gone, disabled or changed since they signed in. */
    public Optional<Person> of(Authentication authentication) {
        Object principal = authentication.getPrincipal();
        if (principal instanceof LocalPerson local) {
            return accounts.find(local.name())
                    .filter(account -> account.enabled() && account.epoch() == local.epoch())
                    .map(account -> new Person(account.name(), Grants.parse(account.grants())));
        } else if (principal instanceof OAuth2User user) {
            return claims.person(user.getAttributes());
        } else if (principal instanceof Jwt token) {
            return claims.person(token.getClaims());
        }
        return Optional.empty();
    }

    /** Whether the person has signed in with an account that is kept here. */
    public static boolean isLocal(Authentication authentication) {
        return authentication.getPrincipal() instanceof LocalPerson;
    }

    /** Whether the person has to change their password before anything else. */
    public boolean mustChangePassword(Authentication authentication) {
        return authentication.getPrincipal() instanceof LocalPerson local
                && accounts.find(local.name())
                        .filter(Accounts.Account::mustChange)
                        .isPresent();
    }
}

package io.querent.admin;

import io.querent.saga.QuerentException;
import java.time.Duration;
import java.util.Map;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the admin desk.
 *
 * @param firstAccount name of the account that is made at the first start, with a generated password that is printed once; empty for none
 * @param patience how long a page or an API call waits for what comes of an action before it says that it is accepted
 * @param oidc how an identity provider's claims become grants
 */
@ConfigurationProperties("querent.admin")
public record AdminProperties(
        @DefaultValue("admin") String firstAccount,
        @DefaultValue("5s") Duration patience,
        @DefaultValue Oidc oidc) {

    /** @throws QuerentException QRT-5100 when a value is out of range; the message names it */
    public AdminProperties {
        within("querent.admin.patience", patience, Duration.ZERO, Duration.ofSeconds(30));
    }

    /**
     * How an identity provider's claims become grants. The provider itself is configured as Spring Security's: {@code
     * spring.security.oauth2.client.*} for the console, {@code spring.security.oauth2.resourceserver.jwt.*} for the API.
     *
     * @param nameClaim the claim that holds the name for the audit
     * @param claim the claim that holds groups or roles: a text or a list of texts
     * @param grants grants by the claim's values, as {@code payments-desk=operator:payment}; several are separated by commas
     */
    public record Oidc(
            @DefaultValue("preferred_username") String nameClaim,
            @DefaultValue("groups") String claim,
            @DefaultValue Map<String, String> grants) {
        public Oidc {
            grants = Map.copyOf(grants);
        }
    }

    private static void within(String name, Duration value, Duration least, Duration most) {
        if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
            throw new QuerentException(
                    "QRT-5100",
                    "a property has a value that cannot be used; property=" + name + ", found=" + value + ", expected="
                            + least + " to " + most + "; correct " + name);
        }
    }
}

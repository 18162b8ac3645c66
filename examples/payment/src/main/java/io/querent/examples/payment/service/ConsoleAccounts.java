package io.querent.examples.payment.service;

import io.querent.admin.security.Passwords;
import io.querent.runtime.admin.Accounts;
import java.time.Instant;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import org.springframework.security.crypto.factory.PasswordEncoderFactories;
import org.springframework.security.crypto.password.PasswordEncoder;

/**
 * Accounts to try the console with: somebody who only looks, somebody who acts, somebody who approves, and an administrator. In a real
 * service people come from an identity provider, or an administrator makes them.
 */
public final class ConsoleAccounts {
    private final Accounts accounts;
    private final Map<String, Set<String>> people;
    private final PasswordEncoder encoder = PasswordEncoderFactories.createDelegatingPasswordEncoder();

    /** @param definition whose sagas the operator acts on */
    public ConsoleAccounts(Accounts accounts, String definition) {
        this.accounts = accounts;
        this.people = new TreeMap<>(Map.of(
                "vera-viewer", Set.of("viewer"),
                "olga-operator", Set.of("operator:" + definition),
                "anna-approver", Set.of("approver"),
                "adam-admin", Set.of("admin")));
    }

    /**
     * Makes those accounts that are missing.
     *
     * @param known names and passwords of an earlier run
     * @return names and passwords of all
     */
    public Properties make(Properties known) {
        Properties all = new Properties();
        people.forEach((name, grants) -> {
            String password = known.getProperty(name, Passwords.generate());
            if (accounts.find(name).isEmpty()) {
                accounts.create(
                        new Accounts.Account(name, encoder.encode(password), grants, true, false, 1, Instant.EPOCH),
                        "example",
                        UUID.randomUUID().toString());
            }
            all.setProperty(name, password);
        });
        return all;
    }
}

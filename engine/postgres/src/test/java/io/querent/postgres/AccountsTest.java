package io.querent.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.querent.runtime.admin.Accounts;
import io.querent.runtime.admin.Accounts.Account;
import io.querent.saga.QuerentException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Accounts are one a name, hold no password, and a wrong password costs the more the more there were. */
class AccountsTest extends AdminCase {
    private final Accounts accounts = admin.accounts();

    private static Account account(String name) {
        return new Account(name, HASH, Set.of("operator:payment", "viewer"), true, true, 0, Instant.EPOCH);
    }

    @Test
    void anAccountIsFoundAsItWasMade() {
        assertThat(accounts.isEmpty()).isTrue();
        assertThat(accounts.create(account("Ann"), "root", "q-1")).isTrue();

        Account ann = accounts.find("ann").orElseThrow();
        assertThat(ann.name()).isEqualTo("Ann");
        assertThat(ann.grants()).containsExactlyInAnyOrder("operator:payment", "viewer");
        assertThat(ann.epoch()).isEqualTo(1);
        assertThat(ann.mustChange()).isTrue();
        assertThat(accounts.isEmpty()).isFalse();
        assertThat(accounts.all()).containsExactly(ann);
        assertThat(audited("account-created")).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ann", "ANN", "Ａnn"})
    void aNameIsOnePersons(String name) {
        assertThat(accounts.create(account("Ann"), "root", "q-1")).isTrue();
        assertThat(accounts.create(account(name), "root", "q-2")).isFalse();
        assertThat(audited("account-created")).isEqualTo(1);
    }

    @Test
    void ofManyWhoMakeTheFirstAtOnceOneDoes() throws Exception {
        List<Callable<Boolean>> people = IntStream.range(0, 5)
                .<Callable<Boolean>>mapToObj(i -> () -> accounts.create(account("admin"), "root", "q-" + i))
                .toList();

        assertThat(atOnce(people)).containsOnlyOnce(true);
    }

    @Test
    void whatIsChangedEndsSessionsAndIsAudited() {
        assertThat(accounts.create(account("ann"), "root", "q-1")).isTrue();

        assertThat(accounts.change("ANN", Set.of("admin"), false, "root", "q-2"))
                .isTrue();
        assertThat(accounts.changePassword("ann", HASH + "x", false, "ann", "q-3"))
                .isTrue();

        Account ann = accounts.find("ann").orElseThrow();
        assertThat(ann.grants()).containsExactly("admin");
        assertThat(ann.enabled()).isFalse();
        assertThat(ann.mustChange()).isFalse();
        assertThat(ann.epoch()).isEqualTo(3);
        assertThat(audited("account-changed")).isEqualTo(1);
        assertThat(audited("password-changed")).isEqualTo(1);
        assertThat(database.count("SELECT count(*) FROM querent.audit WHERE content::text LIKE '%2a$10%'"))
                .isZero();
        assertThat(accounts.change("bob", Set.of("admin"), true, "root", "q-4")).isFalse();
        assertThat(accounts.changePassword("bob", HASH, true, "root", "q-5")).isFalse();
    }

    @Test
    void aRequestIdThatWasUsedChangesNothing() {
        assertThat(accounts.create(account("ann"), "root", "q-1")).isTrue();

        assertThatThrownBy(() -> accounts.change("ann", Set.of("admin"), true, "root", "q-1"))
                .hasMessageContaining("QRT-6032");
        assertThat(accounts.find("ann").orElseThrow().epoch()).isEqualTo(1);
    }

    static Stream<Callable<Account>> malformed() {
        return Stream.of(
                () -> new Account("ann", "secret", Set.of(), true, true, 0, Instant.EPOCH),
                () -> new Account("ann", "{noop}secretsecretsecret", Set.of(), true, true, 0, Instant.EPOCH),
                () -> new Account("ann", HASH, Set.of("root"), true, true, 0, Instant.EPOCH),
                () -> new Account("ann", HASH, Set.of("operator:"), true, true, 0, Instant.EPOCH),
                () -> new Account(" ann", HASH, Set.of(), true, true, 0, Instant.EPOCH),
                () -> new Account("", HASH, Set.of(), true, true, 0, Instant.EPOCH),
                () -> new Account("saga default:pay:1", HASH, Set.of(), true, true, 0, Instant.EPOCH),
                () -> new Account("a\0b", HASH, Set.of(), true, true, 0, Instant.EPOCH));
    }

    @ParameterizedTest
    @MethodSource("malformed")
    void whatIsNoAccountIsRefusedWithoutShowingIt(Callable<Account> malformed) {
        assertThatThrownBy(malformed::call)
                .isInstanceOf(QuerentException.class)
                .hasMessageContaining("QRT-6024")
                .hasMessageNotContaining("secret");
    }

    @Test
    void aPasswordIsNoHashForTheTableEither() {
        assertThatThrownBy(() -> database.execute("INSERT INTO querent.account (canonical, name, password_hash, grants,"
                        + " enabled, must_change) VALUES ('x', 'x', 'a password in the open', '{}', true, true)"))
                .rootCause()
                .hasMessageContaining("account_has_a_hash");
    }

    @Test
    void fiveWrongPasswordsAreFreeAndThenTheWaitDoubles() {
        for (int i = 1; i < Accounts.FREE_TRIES; i++) {
            assertThat(accounts.failed("ann", "10.0.0.1")).isNull();
        }
        assertThat(wait("ann", "10.0.0.1")).isBetween(0.5, 1.0);
        assertThat(wait("ann", "10.0.0.1")).isBetween(1.5, 2.0);
        assertThat(wait("Ann", "10.0.0.1")).isBetween(3.5, 4.0);
        assertThat(accounts.barredUntil("ann", "10.0.0.1")).isNotNull();
        assertThat(accounts.barredUntil("ann", "10.0.0.2")).isNull();
        assertThat(accounts.barredUntil("bob", "10.0.0.1")).isNull();
        for (int i = 0; i < 30; i++) {
            Instant unused = accounts.failed("ann", "10.0.0.1");
        }
        assertThat(wait("ann", "10.0.0.1")).isBetween(890.0, 900.0);
    }

    private double wait(String name, String address) {
        Instant until = accounts.failed(name, address);
        return Duration.between(serverTime(), until).toMillis() / 1_000.0;
    }

    private Instant serverTime() {
        return Instant.ofEpochMilli(database.count("SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint"));
    }

    @Test
    void whoTriesManyNamesIsBarredByHisAddress() {
        for (int i = 0; i < Accounts.FREE_TRIES_OF_ADDRESS; i++) {
            Instant unused = accounts.failed("name-" + i, "10.0.0.1");
        }

        assertThat(accounts.barredUntil("ann", "10.0.0.1")).isNotNull();
        assertThat(accounts.barredUntil("ann", "10.0.0.2")).isNull();
        accounts.succeeded("ann", "10.0.0.1");
        assertThat(accounts.barredUntil("ann", "10.0.0.1"))
                .as("one who has an account cannot free his address by it")
                .isNotNull();
    }

    @Test
    void theRightPasswordBeginsAnew() {
        for (int i = 0; i < Accounts.FREE_TRIES; i++) {
            Instant unused = accounts.failed("ann", "10.0.0.1");
        }
        accounts.succeeded("ann", "10.0.0.1");

        assertThat(accounts.barredUntil("ann", "10.0.0.1")).isNull();
        assertThat(accounts.failed("ann", "10.0.0.1")).isNull();
    }

    @Test
    void anHourLaterItBeginsAnewAndADayLaterItIsForgotten() {
        for (int i = 0; i < 10; i++) {
            Instant unused = accounts.failed("ann", "10.0.0.1");
        }
        database.execute("UPDATE querent.sign_in_failure SET latest_at = latest_at - interval '61 min',"
                + " barred_until = barred_until - interval '61 min'");
        assertThat(accounts.failed("ann", "10.0.0.1")).isNull();

        database.execute("UPDATE querent.sign_in_failure SET latest_at = latest_at - interval '25 h'");
        Instant unused = accounts.failed("bob", "10.0.0.2");
        assertThat(database.count("SELECT count(*) FROM querent.sign_in_failure WHERE address = '10.0.0.1'"))
                .isZero();
    }

    @Test
    void theOldestOfTooManyAreForgotten() throws Exception {
        for (int i = 0; i < 10; i++) {
            Instant unused = accounts.failed("ann", "10.0.0." + i);
        }
        try (var connection = database.connect()) {
            assertThat(SignInFailures.forgetOld(connection, 12)).isEqualTo(7);
        }
        assertThat(database.texts("SELECT DISTINCT address FROM querent.sign_in_failure"))
                .doesNotContain("10.0.0.0")
                .contains("10.0.0.9");
    }

    @Test
    void hostileNamesAndAddressesAreCountedLikeOthers() {
        for (int i = 1; i < Accounts.FREE_TRIES; i++) {
            assertThat(accounts.failed("\0 ' OR 1=1 --" + "x".repeat(1_000), "a\0".repeat(500)))
                    .isNull();
        }
        assertThat(accounts.failed("\0 ' OR 1=1 --" + "x".repeat(1_000), "a\0".repeat(500)))
                .isNotNull();
        assertThat(accounts.failed("", "10.0.0.1")).isNull();
        assertThat(accounts.find("\0\ud800")).isEmpty();
    }
}

package io.querent.http.provider;

import static io.querent.http.provider.FirstAnswer.NOT_STATED;
import static io.querent.http.provider.FirstAnswer.REFUSED_AS_DUPLICATE;
import static io.querent.http.provider.FirstAnswer.REPLAYED;
import static io.querent.http.provider.FirstAnswer.REPLAYED_IF_SUCCESS;
import static io.querent.http.provider.FirstAnswer.REPLAYED_WHATEVER_IT_WAS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.querent.http.KeyForm;
import io.querent.saga.Downstream;
import io.querent.saga.OperationKey;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The figures, once more: none changes without somebody reading the provider's page again. */
class ProvidersTest {
    private static final Duration DAY = Duration.ofDays(1);

    static Stream<Arguments> figures() {
        return Stream.of(
                arguments(
                        Providers.STRIPE, "Idempotency-Key", 200, DAY, REPLAYED_WHATEVER_IT_WAS, Set.of(), Set.of(409)),
                arguments(
                        Providers.ADYEN,
                        "idempotency-key",
                        64,
                        Duration.ofDays(7),
                        REPLAYED,
                        Set.of(),
                        Set.of(409, 422)),
                arguments(
                        Providers.PAYPAL_PAYMENTS,
                        "PayPal-Request-Id",
                        36,
                        Duration.ofDays(45),
                        REPLAYED,
                        Set.of(),
                        Set.of()),
                arguments(
                        Providers.PAYPAL_ORDERS,
                        "PayPal-Request-Id",
                        36,
                        Duration.ofHours(6),
                        REPLAYED,
                        Set.of(),
                        Set.of()),
                arguments(Providers.SQUARE, "body: idempotency_key", 45, null, REPLAYED_IF_SUCCESS, Set.of(), Set.of()),
                arguments(
                        Providers.CHECKOUT_COM,
                        "Cko-Idempotency-Key",
                        36,
                        DAY,
                        REPLAYED_IF_SUCCESS,
                        Set.of(),
                        Set.of(409)),
                arguments(Providers.GOCARDLESS, "Idempotency-Key", 36, null, REFUSED_AS_DUPLICATE, Set.of(), Set.of()),
                arguments(Providers.MOLLIE, "Idempotency-Key", 36, null, REPLAYED, Set.of(400), Set.of(409)),
                arguments(Providers.WISE, "body: customerTransactionId", 36, null, NOT_STATED, Set.of(), Set.of()),
                arguments(Providers.KLARNA, "Klarna-Idempotency-Key", 36, DAY, REPLAYED, Set.of(), Set.of()),
                arguments(Providers.RAZORPAYX, "X-Payout-Idempotency", 36, null, REPLAYED, Set.of(400), Set.of()),
                arguments(
                        Providers.TRUELAYER,
                        "Idempotency-Key",
                        36,
                        Duration.ofDays(30),
                        REPLAYED,
                        Set.of(409, 422),
                        Set.of()),
                arguments(Providers.MANGOPAY, "Idempotency-Key", 36, DAY, REFUSED_AS_DUPLICATE, Set.of(), Set.of()),
                arguments(
                        Providers.WORLDLINE_DIRECT, "X-GCS-Idempotence-Key", 40, DAY, REPLAYED, Set.of(), Set.of(409)),
                arguments(Providers.INCREASE, "Idempotency-Key", 200, null, REPLAYED, Set.of(409), Set.of()));
    }

    @ParameterizedTest
    @MethodSource("figures")
    void figuresAreThoseOfThePages(
            ProviderProfile profile,
            String key,
            int length,
            Duration retention,
            FirstAnswer answer,
            Set<Integer> otherParameters,
            Set<Integer> inProgress) {
        assertThat(profile.keyHeader() == null ? "body: " + profile.keyField() : profile.keyHeader())
                .isEqualTo(key);
        assertThat(profile.keyLength()).isEqualTo(length);
        assertThat(profile.keyRetention()).isEqualTo(retention);
        assertThat(profile.firstAnswer()).isEqualTo(answer);
        assertThat(profile.otherParameters()).isEqualTo(otherParameters);
        assertThat(profile.inProgress()).isEqualTo(inProgress);
    }

    @Test
    void everyEntryIsPinnedAndHasASource() {
        assertThat(figures().map(each -> each.get()[0])).containsExactlyElementsOf(Providers.all());
        assertThat(Providers.all())
                .allSatisfy(each -> assertThat(each.sources()).isNotEmpty());
    }

    @ParameterizedTest
    @MethodSource("figures")
    void sendingAgainIsSafeOnlyWhereItIsStated(ProviderProfile profile) {
        Downstream downstream = profile.downstream("provider")
                .visibleWithin(Duration.ofMinutes(10))
                .build();

        boolean stated = profile.keyRetention() != null && profile.firstAnswer().protects();
        assertThat(downstream.honoursOperationKey()).isEqualTo(stated);
        if (stated) {
            assertThat(downstream.protectedFor()).isLessThan(profile.keyRetention());
        }
        assertThat(profile.http(downstream)
                        .baseUrl("https://provider.example")
                        .build()
                        .downstream())
                .isSameAs(downstream);
    }

    /** After a 5xx these run the request again, or say nothing of it: the engine must ask, or call for a person. */
    @Test
    void whoeverForgetsFailuresDoesNotHonourKeys() {
        assertThat(Providers.all().stream().filter(each -> !each.honoursOperationKey()))
                .containsExactly(
                        Providers.SQUARE,
                        Providers.CHECKOUT_COM,
                        Providers.GOCARDLESS,
                        Providers.MOLLIE,
                        Providers.WISE,
                        Providers.RAZORPAYX,
                        Providers.INCREASE);
    }

    @ParameterizedTest
    @MethodSource("figures")
    void keysFit(ProviderProfile profile) {
        Downstream downstream = profile.downstream("provider")
                .visibleWithin(Duration.ofMinutes(10))
                .build();
        for (String business : new String[] {"1", "x".repeat(128)}) {
            String key = profile.keyForm().of(new OperationKey("main:payment:" + business + ":pay"), downstream);
            assertThat(key).hasSizeLessThanOrEqualTo(profile.keyLength());
            if (profile.keyForm() == KeyForm.NAMED_UUID) {
                assertThat(key).matches("[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}");
            }
        }
    }

    @Test
    void onlyWhatStripeKeepsIsFinal() {
        assertThat(Providers.STRIPE.rules().refusals()).containsOnlyKeys(402).containsValue(Set.of("card_declined"));
        assertThat(Providers.all().stream().filter(each -> !each.equals(Providers.STRIPE)))
                .allSatisfy(each -> assertThat(each.rules().refusals()).isEmpty());
        assertThat(Providers.CHECKOUT_COM.rules().notExecuted())
                .as("429 was its answer to a key in use")
                .containsExactly(401);
    }

    @Test
    void thePageListsEveryEntryWithItsFigures() throws Exception {
        Path page = Path.of("../../docs/http-steps.md");
        assertThat(Files.readAllLines(page))
                .containsAll(Providers.all().stream().map(ProvidersTest::row).toList());
    }

    private static String row(ProviderProfile profile) {
        return "| [" + profile.provider() + "](" + profile.sources().get(0) + ") | `"
                + (profile.keyHeader() == null ? profile.keyField() + "` in the body" : profile.keyHeader() + "`")
                + " | "
                + (profile.keyForm() == KeyForm.NAMED_UUID ? "UUID" : "up to " + profile.keyLength()) + " | "
                + profile.keyRetentionIfStated().map(ProvidersTest::inWords).orElse("not stated") + " | "
                + profile.firstAnswer()
                        .name()
                        .toLowerCase(java.util.Locale.ROOT)
                        .replace('_', ' ') + " | "
                + statuses(profile.otherParameters()) + " | " + statuses(profile.inProgress()) + " | "
                + (profile.honoursOperationKey() ? "yes" : "**no**") + " |";
    }

    private static String inWords(Duration retention) {
        return retention.toHours() <= 24 ? retention.toHours() + " h" : retention.toDays() + " d";
    }

    private static String statuses(Set<Integer> statuses) {
        return statuses.isEmpty()
                ? "not stated"
                : String.join(
                        ", ", statuses.stream().sorted().map(String::valueOf).toList());
    }
}

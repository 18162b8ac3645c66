package io.querent.spring.payload;

import static org.assertj.core.api.Assertions.assertThat;

import io.querent.runtime.codec.AesGcmProtection;
import io.querent.runtime.codec.PayloadProtection;
import io.querent.runtime.codec.ProtectedPayload;
import io.querent.runtime.masking.PayloadMask;
import io.querent.runtime.masking.TextMask;
import io.querent.saga.SagaKey;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class PayloadPropertiesTest {
    private static final String KEY = Base64.getEncoder().encodeToString("0123456789abcdef0123456789ABCDEF".getBytes());
    private static final String KEYS = "querent.payload.encryption.keys.";
    private static final String CURRENT = "querent.payload.encryption.current=";

    private final ApplicationContextRunner application =
            new ApplicationContextRunner().withConfiguration(AutoConfigurations.of(PayloadAutoConfiguration.class));

    @Test
    void withoutPropertiesPayloadsAreStoredAsTheyAreAndMaskedForPeople() {
        application.run(context -> {
            assertThat(context.getBean(PayloadProtection.class)).isSameAs(PayloadProtection.NONE);
            assertThat(context.getBean(PayloadMask.class).mask("{\"amount\":1}"))
                    .isEqualTo("{\"amount\":\"•••\"}");
            assertThat(context.getBean(TextMask.class).mask("to a@b.c")).isEqualTo("to •••@•••");
        });
    }

    @Test
    void keysAndRulesAreTakenFromProperties(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("k2"), KEY + "\n");
        application
                .withPropertyValues(
                        CURRENT + "k2",
                        KEYS + "k1=" + KEY,
                        KEYS + "k2=file:" + file,
                        "querent.payload.keys-by-tenant.acme=k1",
                        "querent.masking.show=amount,*.currency",
                        "querent.masking.partly=iban:last4",
                        "querent.masking.text-patterns=CUST-##*")
                .run(context -> {
                    PayloadProtection protection = context.getBean(PayloadProtection.class);
                    ProtectedPayload sealed = protection.protect(SagaKey.of("pay", "1"), "p", "x");
                    assertThat(sealed.key()).isEqualTo("k2");
                    assertThat(protection
                                    .protect(SagaKey.parse("acme:pay:1"), "p", "x")
                                    .key())
                            .isEqualTo("k1");
                    assertThat(context.getBean(PayloadProperties.class).toString())
                            .doesNotContain(KEY);
                    assertThat(context.getBean(PayloadMask.class).mask("{\"amount\":1,\"note\":2}"))
                            .isEqualTo("{\"amount\":1,\"note\":\"•••\"}");
                    assertThat(context.getBean(TextMask.class).mask("CUST-12x")).isEqualTo("•••");
                });
    }

    @Test
    void anApplicationMayBringProtectionOfItsOwn() {
        application
                .withBean(PayloadProtection.class, () -> PayloadProtection.NONE)
                .withPropertyValues(CURRENT + "k1", KEYS + "k1=" + KEY)
                .run(context ->
                        assertThat(context.getBean(PayloadProtection.class)).isNotInstanceOf(AesGcmProtection.class));
    }

    @ParameterizedTest
    @CsvSource({
        "k2, k1, '', property=querent.payload.encryption.current",
        "k1, k1, '!', property=querent.payload.encryption.keys.k1",
        "k1, k1, 'AAAA', found=",
        "'', k1, '', property=querent.payload.encryption.current"
    })
    void whatCannotWorkStopsTheStartByNameAndPrintsNoKey(String current, String id, String wrong, String expected) {
        application
                .withPropertyValues(CURRENT + current, KEYS + id + "=" + KEY + wrong)
                .run(context -> {
                    Throwable failure = context.getStartupFailure();
                    assertThat(failure)
                            .rootCause()
                            .hasMessageContaining("QRT-5100")
                            .hasMessageContaining(expected);
                    for (Throwable each = failure; each != null; each = each.getCause()) {
                        assertThat(each.toString()).doesNotContain(KEY.substring(0, 20));
                    }
                });
    }

    @Test
    void aMalformedRuleStopsTheStart() {
        application
                .withPropertyValues("querent.masking.show=*")
                .run(context ->
                        assertThat(context.getStartupFailure()).rootCause().hasMessageContaining("QRT-5100"));
    }
}

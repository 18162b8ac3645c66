package io.querent.spring.payload;

import io.querent.runtime.codec.PayloadProtection;
import io.querent.runtime.masking.MaskingRules;
import io.querent.runtime.masking.PayloadMask;
import io.querent.runtime.masking.TextMask;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;

/** What becomes of payloads in the database, and in front of people. An application may bring protection of its own, such as a key server's. */
@AutoConfiguration
@ConditionalOnBooleanProperty(name = "querent.enabled", matchIfMissing = true)
@EnableConfigurationProperties({PayloadProperties.class, MaskingProperties.class})
public final class PayloadAutoConfiguration {
    @Bean
    @ConditionalOnMissingBean
    PayloadProtection querentPayloadProtection(PayloadProperties properties) {
        return properties.protection();
    }

    @Bean
    MaskingRules querentMaskingRules(MaskingProperties properties) {
        return properties.rules();
    }

    @Bean
    PayloadMask querentPayloadMask(MaskingRules querentMaskingRules) {
        return new PayloadMask(querentMaskingRules);
    }

    @Bean
    TextMask querentTextMask(MaskingRules querentMaskingRules) {
        return new TextMask(querentMaskingRules);
    }
}
